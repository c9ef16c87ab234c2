// The launch, the loop of launches or the copy behind an error that shows in a kernel.
#ifndef LABS_LAUNCHED_H
#define LABS_LAUNCHED_H

#include "check/judge/judgement.h"
#include "check/plan/todo.h"

// The number, from 1, of the first launch of the case whose numbers of blocks and threads look swapped; 0: none.
size_t launched_swapped(const struct lab_part *part, size_t n, const struct case_outcome *run);

// Sets finding->call to the launch, if that may be the cause.
void finding_show_launch(struct finding *finding, const struct todo_list *todos, const struct lab_part *part,
                         const struct judgement *judgement, const struct source *source);

// The same to the loop that should launch again, or to the copy that is too short, if a reduction's last launch leaves
// results that nothing reads.
void finding_show_results(struct finding *finding, const struct lab_part *part,
                          const struct judgement *judgement, const struct source *source);

// If no kernel was launched, and so the input was not read: shows the condition around the part's launch.
void finding_show_unlaunched(struct finding *finding, const struct todo_list *todos,
                             const struct lab_part *part, const struct judgement *judgement);

// A launched kernel of the student's file in which no thread accesses memory, and so changes nothing: fills in a note
// at the kernel, with its launch. false if there is none, or not all launches are known.
bool finding_make_idle(const struct todo_list *todos, const struct judgement *judgement,
                       const struct source *source, struct finding *made);

// Shows the call that leads to the launch `later`, if the function of the finding's own launch contains it.
void finding_show_later(struct finding *finding, const struct judgement *judgement,
                        const struct source *source);

// Shows the launch after which no copy takes a result to the host.
void finding_show_missing_copy(struct finding *finding, const struct source *source);

#endif
