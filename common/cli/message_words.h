// Words of the course in a compiler's message, which are not in the student's file.
#ifndef LABS_CLI_MESSAGE_WORDS_H
#define LABS_CLI_MESSAGE_WORDS_H

// Returns the message with the student's words in their place, or NULL if it has no others. The caller frees it.
// `code`: the line of the student's file, or NULL.
//
//     expected ';' before '__attribute__'           expected ';' before '__device__', if that is in the line
//     expected ';' before 'do'                      expected ';' before 'CUDA_CHECK', if that is in the line
//     'decltype(sim_shared_1::s)' (aka 'int[4]')    'int[4]'
//     too few arguments to ... 'f(int, void*)'      too few arguments to ... 'f(int)', for a function of the course
//     could not convert 'sim_a#1' from 'int' ...    could not convert argument 2 from 'int' ...
//     'constinit' variable 'n' does not have ...    device variable 'n' does not have ...
//     ... initialization of 'sim_config'            what a launch takes
char *message_words_own(const char *text, const char *code);

#endif
