# Tests of the generator and the checker. fake/runner.c plays the checker's programs; it needs no device.

add_unit_test(operator_test labs_data)
add_unit_test(data_test labs_data m)
add_unit_test(protocol_test labs_protocol labs::threads)
add_unit_test(oracle_test labs_check)
add_unit_test(compare_test labs_check)
add_unit_test(options_test labs_check)
add_unit_test(cases_test labs_check)
add_unit_test(seed_test labs_check)
add_unit_test(hypothesis_test labs_check)
add_unit_test(hypothesis_place_test labs_check)
add_unit_test(hypothesis_scan_test labs_check)
add_unit_test(hypothesis_range_test labs_check)
add_unit_test(consequence_test labs_check)
add_unit_test(judge_test labs_check)
add_unit_test(lab_result_test labs_check)
add_unit_test(notes_test labs_check)
add_unit_test(grading_test labs_check)
add_unit_test(limits_test labs_check)
add_unit_test(table_row_test labs_text)
add_unit_test(client_test labs_check)
add_unit_test(todo_test labs_check)
add_unit_test(words_test labs_check)
add_unit_test(excerpt_test labs_check)
add_unit_test(events_test labs_check)
add_unit_test(show_test labs_check)
add_unit_test(contents_test labs_check)
add_unit_test(flow_test labs_check)
add_unit_test(cause_test labs_check)
add_unit_test(source_test labs_check)
add_unit_test(page_test labs_view)
target_compile_definitions(page_test PRIVATE LABS_COURSE_FOLDER="${CMAKE_SOURCE_DIR}")

# The fake runner, named as the fake labs' checkers expect their starter.
set(FAKE_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/fake)
set(FAKE_SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/fake/program.cu)
add_executable(lab98-starter-sim ${CMAKE_CURRENT_SOURCE_DIR}/fake/runner.c ${CMAKE_SOURCE_DIR}/common/words/said.c)
target_link_libraries(lab98-starter-sim PRIVATE labs_protocol labs::threads)
target_compile_definitions(lab98-starter-sim PRIVATE FAKE_SOURCE="${FAKE_SOURCE}")
target_compile_definitions(todo_test PRIVATE FAKE_SOURCE="${FAKE_SOURCE}")
target_compile_options(lab98-starter-sim PRIVATE -g -O0) # for the lines of its diagnostics
set_target_properties(lab98-starter-sim PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${FAKE_FOLDER})
target_compile_definitions(client_test PRIVATE FAKE_RUNNER="$<TARGET_FILE:lab98-starter-sim>")
add_dependencies(client_test lab98-starter-sim)

# lab94 has two parts for two operators, so that its parts can be run step by step; lab93 has them without operators.
# lab98 allows the 47 working warps that the fake runner reports, lab99 only 12. All tasks of lab97's part are done. The
# part of lab95 has the task that is done in second_task.cu, the part of lab96 has the next one.
foreach(number 93 94 95 96 97 98 99)
    add_executable(lab${number}-check ${CMAKE_CURRENT_SOURCE_DIR}/fake/check.c)
    target_link_libraries(lab${number}-check PRIVATE labs_checker)
    target_compile_definitions(lab${number}-check PRIVATE FAKE_LAB="lab${number}-fake")
    set_target_properties(lab${number}-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${FAKE_FOLDER})
endforeach()
target_compile_definitions(lab93-check PRIVATE FAKE_TWO_PARTS FAKE_WITHOUT_OPERATORS "FAKE_TODOS={1}")
target_compile_definitions(lab94-check PRIVATE FAKE_TWO_PARTS "FAKE_TODOS={1}")
target_compile_definitions(lab95-check PRIVATE FAKE_WORKING_WARPS=47 "FAKE_TODOS={2}")
target_compile_definitions(lab96-check PRIVATE FAKE_WORKING_WARPS=47 "FAKE_TODOS={3}")
target_compile_definitions(lab97-check PRIVATE FAKE_WORKING_WARPS=47 "FAKE_TODOS={1}")
target_compile_definitions(lab98-check PRIVATE FAKE_WORKING_WARPS=47 "FAKE_TODOS={1, 2}")
target_compile_definitions(lab99-check PRIVATE FAKE_WORKING_WARPS=12 "FAKE_TODOS={1, 2}")

# The fake program's TODOs and lines are found by its debug information.
if(NOT TARGET labs::dw)
    return()
endif()

# add_check_verdict(TOPIC BEHAVIOUR LAB EXIT expectations... [-- options...]): the checker's exit code and output.
function(add_check_verdict topic behaviour lab exit)
    list(FIND ARGN -- end)
    set(expectations ${ARGN})
    set(options "")
    if(NOT end EQUAL -1)
        list(SUBLIST ARGN 0 ${end} expectations)
        math(EXPR end "${end} + 1")
        list(SUBLIST ARGN ${end} -1 options)
    endif()
    add_course_test(NAME course.check.${topic} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/fake
        COMMAND ${CMAKE_COMMAND} -E env FAKE=${behaviour} ${EXPECT_EXIT} ${exit} ${expectations} --
            $<TARGET_FILE:${lab}-check> ${options})
endfunction()

# Passing programs, and their output.
add_check_verdict(right right lab98 0 --says "part modulo: 18 cases passed, n = 0 to 1,048,576"
    --says "lab98 starter: PASS (short check), 18 cases on the simulated GPU" --silent-on "again:")
add_check_verdict(note_alone note lab98 0 --silent-on "input never read")
add_check_verdict(printing prints lab98 0 --silent-on "n is 257")
add_check_verdict(printing_one_case prints lab98 0 --says "1 case passed" --says "the program printed:"
    --says "  > n is 257" -- --n 257)
add_check_verdict(verbose prints lab98 0 --says "n = 257, seed 9: pass, 1 launch" --says "  > n is 257" -- --verbose)
add_check_verdict(summary right lab98 0 --says "modulo     n = 256    8 8 8 8 8 4 2 1 = 47"
    --says "192,512" --says "47         48" -- --summary)
add_check_verdict(brief right lab98 0 --says "lab98 starter: PASS (short check), 18 cases" --silent-on "part modulo"
    --silent-on "next:"
    -- --brief)
add_check_verdict(long_check right lab98 0 --says "lab98 starter: PASS (long check), 19 cases" -- --long)
add_check_verdict(brief_failure wrong_from_257 lab98 1 --says "part modulo fails at n = 257" --says "expected"
    -- --source nothing --brief)
add_check_verdict(rows right lab98 0
    --says "lab98-fake	modulo	sim	pass	largest	1048576	1	4096	0.000000	1	1	1	1	1	1	192512"
    --says "lab98-fake	modulo	sim	pass	one block	256	1	1	0.000000	1	1	1	1	1	1	47" --says "	47	8 8 8 8 8 4 2 1"
    -- --brief --rows -)
add_check_verdict(rows_of_failure wrong_from_257 lab98 1 --says "	sim	fail	largest	257	1	2	0.000000	0	1	0	1	0	1	"
    -- --source nothing --rows -)
add_check_verdict(rows_of_none right lab98 1 --says "	sim	not run	largest	0	0	0	0.000000	0	1	0	1	0	1	0"
    --says "lab98 starter: FAIL, it does not compile" -- --not-compiled --rows -)
add_check_verdict(points_of_none right lab98 1 --says "lab98: 0 of 3 points" -- --not-compiled --grade)
add_check_verdict(rows_unwritable right lab98 2 --says "not/there: No such file" -- --rows not/there)
add_check_verdict(counters right lab98 0 --says "launch 1: kernel, 4,096 blocks of 256 threads, 1,024 bytes"
    --says "working warps                       192,512         47  8 8 8 8 8 4 2 1"
    --silent-on "shuffles" --says "A counter that is not listed is 0"
    --says "working warps: warps that combine" -- --counters)
add_check_verdict(lines right lab98 0 --says "program.cu" --says "     16             3" -- --lines)
add_check_verdict(no_launch no_launch lab98 0 -- --summary --counters --lines)
add_check_verdict(one_case right lab98 0 --says "1 case passed, n = 77" -- --n 77 --seed 5)
add_check_verdict(list right lab98 0 --says "part modulo: a sum (result 1, memory 1, technique 1 points)"
    --says "TODO(1) TODO(2)"
    --says "ints, n = 0 1 2 31 32 33 255 256 257 511 512 513 65537 65537 (edges) 100003 1048576" -- --list)
add_check_verdict(counter_limits right lab98 0
    --says "| modulo | working warps: at most " --says " per block | the workers are neighbours |" -- --counter-limits)
add_check_verdict(plan right lab98 0 --says "modulo:reduce:0" --silent-on "modulo:reduce:0 80" -- --plan)
add_check_verdict(speed right lab98 0 --says "modulo:reduce:0 80" -- --speed)
add_check_verdict(help right lab98 0 --says "--schedule-seed S" --says "For ./lab and scripts:" --says "--mixed" -- --help)

add_check_verdict(source_for_runner right lab98 2 --says "takes a runner that was built, not a source"
    -- --program ./starter.cu)

# Without a GPU, programs for it need not exist.
file(GLOB gpus /dev/nvidia[0-9]* /dev/dxg)
if(gpus)
    add_check_verdict(not_built_for_gpu right lab98 2 --says "Was it built for this device?" -- --device gpu)
else()
    add_check_verdict(no_gpu right lab98 77 --says "lab98-fake: skipped, because this machine has no NVIDIA GPU"
        -- --device gpu)
endif()

# Wrong results.
add_check_verdict(wrong wrong lab98 1 --says "part modulo fails at n = 0, seed 1" --says "  expected 0, got 1"
    --silent-on "again:" --silent-on "18 cases"
    --says "next: TODO(2), program.cu:11: this task is still to be done."
    --says "lab98 starter: FAIL (part modulo fails)")
add_check_verdict(wrong_verbose wrong lab98 1 --says "TODO(2) is still to be done, program.cu:11"
    --says "again: ./lab check lab98 --part modulo --n 0 --seed 1" -- --verbose)
add_check_verdict(fix_first wrong lab97 1 --silent-on "still to be done" --silent-on "next: TODO(2)"
    --says "part modulo fails at"
    -- --program $<TARGET_FILE:lab98-starter-sim>)
add_check_verdict(next_after_a_pass right lab97 0 --says "next: TODO(2), program.cu:11"
    -- --program $<TARGET_FILE:lab98-starter-sim>)
add_check_verdict(next_of_all wrong lab96 1
    --says "second_task.cu:3: the first sentence. The second one goes on in another line."
    --silent-on "The third" -- --program $<TARGET_FILE:lab98-starter-sim> --source second_task.cu)
add_check_verdict(next_of_part wrong lab96 1
    --says "next: TODO(3), second_task.cu:12: one sentence that is so long that it does not"
    --says "such a length that ..." -- --program $<TARGET_FILE:lab98-starter-sim> --source second_task.cu --part modulo)
add_check_verdict(fix_part wrong lab95 1 --says "part modulo fails at" --silent-on "next: TODO(1)"
    -- --program $<TARGET_FILE:lab98-starter-sim> --source second_task.cu --part modulo)
add_check_verdict(fix_later_part wrong lab95 1 --says "part modulo fails at" --silent-on "next: TODO(1)"
    -- --program $<TARGET_FILE:lab98-starter-sim> --source second_task.cu)
# Tasks that the solution does for the student (TODO(2) of program.cu): here, as if the program had its code.
set(mixed --mixed --program $<TARGET_FILE:lab98-starter-sim> --source program.cu)
add_check_verdict(task_holds right lab98 4 --says "TODO(1) holds: with the other tasks done for you, part modulo passes"
    --says "next: TODO(2), program.cu:11" --says "lab98 lab98-starter-sim: UNFINISHED (part modulo unfinished)" -- ${mixed})
add_check_verdict(task_fails wrong lab98 4 --says "part modulo, with the other tasks done for you, fails at n = 0"
    --says "expected 0, got 1" --says "next: fix TODO(1)"
    --says "FAIL (part modulo fails)" -- ${mixed})
add_check_verdict(task_no_points right lab98 4 --says "lab98: 0 of 3 points" -- ${mixed} --grade)
add_check_verdict(mixed_no_points right lab97 0 --says "18 cases passed" --says "lab97: 0 of 3 points" -- ${mixed} --grade)
foreach(behaviour right wrong)
    set(state holds)
    if(behaviour STREQUAL wrong)
        set(state doubtful)
    endif()
    add_course_test(NAME course.check.tasks_${behaviour} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/fake
        COMMAND ${CMAKE_COMMAND} -E env FAKE=${behaviour} LABS_TASKS=head:${CMAKE_CURRENT_BINARY_DIR}/tasks_${behaviour}
            ${EXPECT_EXIT} 0 --says head --says "1 ${state}" --silent-on "2 holds" --silent-on "2 open" --silent-on "2 wrong" -- sh -c "\"$@\" >/dev/null; cat \"$LABS_TASKS_FILE\""
            sh $<TARGET_FILE:lab98-check> ${mixed})
    set_property(TEST course.check.tasks_${behaviour} PROPERTY ENVIRONMENT
        LABS_TASKS_FILE=${CMAKE_CURRENT_BINARY_DIR}/tasks_${behaviour})
endforeach()
add_check_verdict(task_json right lab98 4 --says "\"verdict\": \"fail\", \"points\": 0, \"points_max\": 3"
    --says "\"done_for_you\": [2]" --says "\"cases_passed\": 18" -- ${mixed} --json -)
add_check_verdict(whole wrong lab98 1 --says "part modulo: unfinished"
    --silent-on "expected 0, got 1" --says "lab98 starter: UNFINISHED (part modulo unfinished)" -- --whole)
add_check_verdict(not_begun wrong lab95 1 --says "part modulo: not started yet" --silent-on "expected 0, got 1"
    --says "UNFINISHED (part modulo not started)"
    -- --program $<TARGET_FILE:lab98-starter-sim> --source program.cu)
add_check_verdict(not_begun_of_part wrong lab95 1 --says "expected 0, got 1"
    -- --program $<TARGET_FILE:lab98-starter-sim> --source program.cu --part modulo)
add_check_verdict(not_begun_json wrong lab95 1 --says "\"title\": \"a sum\", \"verdict\": \"not run\""
    -- --program $<TARGET_FILE:lab98-starter-sim> --source program.cu --json -)
# As ./lab check judges a file without any code: no program is run, and none need be there.
add_check_verdict(untouched right lab95 1 --says "part modulo: not started yet" --says "next: TODO(2), program.cu:11"
    --says "lab95 starter: UNFINISHED (part modulo not started)" --silent-on "simulated GPU"
    -- --program starter --runners nowhere --source program.cu --not-begun)
add_check_verdict(untouched_no_more right lab98 5 --silent-on "part modulo" -- --source program.cu --not-begun)
add_check_verdict(untouched_words right lab95 2 --says "--not-begun needs --source FILE" -- --not-begun)
# The mixed program, which ./lab check builds while tasks are left, cannot be made.
add_check_verdict(mix_words right lab98 2 --says "--mix needs --source FILE" -- --mix program.cu)
add_check_verdict(mix_value right lab98 2 --says "--mix needs a value: --mix SOLUTION" -- --source program.cu --mix)
add_check_verdict(mix_missing right lab98 2 --says "cannot read nowhere.cu: No such file"
    -- --source program.cu --mix nowhere.cu)
file(WRITE ${FAKE_FOLDER}/open.cu "// TODO(1): a task\n")
add_check_verdict(mix_open right lab98 2 --says "open.cu:1: error: TODO(1) does not end"
    -- --source program.cu --mix ${FAKE_FOLDER}/open.cu)
add_check_verdict(exchange_words right lab98 2 --says "--exchange needs --mix SOLUTION"
    -- --source program.cu --exchange pieces)
add_check_verdict(exchange_missing right lab98 2 --says "cannot read nowhere: No such file"
    -- --source program.cu --mix program.cu --exchange nowhere)
add_check_verdict(exchange_no_pieces right lab98 2 --says "check.c: not a file of pieces of these two programs"
    -- --source program.cu --mix program.cu --exchange check.c)
add_check_verdict(wrong_later wrong_from_257 lab98 1
    --says "part modulo: fails at n = 257" --says "8 cases passed before it, 9 were not run"
    --says "again: ./lab check lab98 --part modulo --n 257 --seed 9" -- --source nothing --verbose)
add_check_verdict(all wrong_from_257 lab98 1 --says "8 of 18 cases passed" --says "n = 1,048,576, seed 15"
    -- --source nothing --all)
add_check_verdict(hypothesis first_block lab98 1 --says "is the sum of in[0] to in[255], that is the first block alone")
add_check_verdict(says_pass says_pass lab98 1 --says "the program printed:" --says "  > lab99 starter: PASS, 16 cases"
    --says "  > ?cPASS" --says "lab98 starter: FAIL")
add_check_verdict(limit right lab99 1
    --says "working warps: 47 per block, at most 12 are allowed: the workers are neighbours"
    --says "n = 1, seed 2" -- --program $<TARGET_FILE:lab98-starter-sim>)
add_check_verdict(abandons abandons lab98 1 --says "the device stopped the program: an illegal memory access")

add_check_verdict(loses_device loses_device lab98 1 --says "part modulo fails at n = 32, seed 5" --says "  the device stopped the program"
    --says "fails at n = 32" --says "17 of 18 cases passed" -- --source nothing --all)

# Diagnostics.
add_check_verdict(race race lab98 1 --says "program.cu:16:"
    --says "race in shared memory: s_partial[4] is written by thread 2"
    --says "   16 |  s_partial[tid] += s_partial[tid + stride];" --says "program.cu:17:"
    --says ": also here: thread 4 of block (0,0,0) reads"
    --silent-on "11 more like it" --says "  hint: Nothing orders these two accesses" --says "the result is correct, but")
add_check_verdict(two_errors two_errors lab98 1 --says "race in shared memory" --says "unset read: the second error"
    -- --source nothing --verbose)
add_check_verdict(race_verbose race lab98 1 --says "  11 more like it" -- --verbose)
add_check_verdict(first_error_before_todo two_errors lab98 1 --says "race in shared memory"
    --silent-on "the second error")
add_check_verdict(note_beside_wrong note_wrong lab98 1 --says "note: input never read: d_in[0]" -- --source nothing)
add_check_verdict(no_note_before_todo note_wrong lab98 1 --silent-on "input never read")
add_check_verdict(one_worker race_of_many lab98 1 --says "unset read: seen with one worker"
    --silent-on "race in shared memory")
add_check_verdict(one_worker_at_once race_of_many lab98 1 --says "unset read" --says "--workers 1" -- --workers 1 --verbose)

# Grading, aspect by aspect.
add_check_verdict(aspects right lab98 0 --says "lab98: 3 of 3 points" -- --grade)
add_check_verdict(aspects_race race lab98 1 --says "modulo                        1 of 1      0 of 1      1 of 1"
    --says "lab98: 2 of 3 points" --silent-on "n = 1, " -- --grade)
add_check_verdict(aspect_result race lab98 0 --says "lab98.result: 1 of 1 points" -- --aspect result)
add_check_verdict(aspect_memory race lab98 1 --says "lab98.memory: 0 of 1 points" -- --aspect memory)
add_check_verdict(aspect_technique right lab99 1 --says "lab99.technique: 0 of 1 points" --says "n = 1, seed 2"
    -- --program $<TARGET_FILE:lab98-starter-sim> --aspect technique)
# And from a report, without a run.
set(race_report ${FAKE_FOLDER}/race.report)
add_check_verdict(report race lab98 1 --says "lab98: 2 of 3 points" -- --report ${race_report})
set_tests_properties(course.check.report PROPERTIES FIXTURES_SETUP fake-report)
add_check_verdict(report_result right lab98 0 --says "race in shared memory" --says "lab98.result: 1 of 1 points"
    -- --from ${race_report} --aspect result)
add_check_verdict(report_memory right lab98 1 --says "race in shared memory" --says "lab98.memory: 0 of 1 points"
    -- --from ${race_report} --aspect memory)
add_check_verdict(report_lab right lab98 1 --says "lab98: 2 of 3 points" -- --from ${race_report})
add_check_verdict(report_of_another_lab right lab99 2 --says "not a report on lab99-fake" -- --from ${race_report})
add_course_test(NAME course.check.report_begins COMMAND sh -c
    "\"$0\" --from \"$1\" --aspect memory | head -n 1 | grep -x 'lab98.memory: 0 of 1 points'"
    $<TARGET_FILE:lab98-check> ${race_report})
foreach(topic result memory lab of_another_lab begins)
    set_tests_properties(course.check.report_${topic} PROPERTIES FIXTURES_REQUIRED fake-report)
endforeach()
add_check_verdict(aspects_wrong wrong_from_257 lab98 1 --says "lab98: 0 of 3 points" --silent-on "n = 511" -- --grade)
add_check_verdict(aspect_unknown right lab98 2 --says "unknown aspect 'memori'"
    -- --aspect memori)

# Runners that end early, or do not end.
add_check_verdict(segfault segfault lab98 1
    --says "part modulo fails at n = 0, seed 1" --says "  the program crashed during the case: segmentation fault")
add_check_verdict(exit0 exit0 lab98 1 --says "the program ended with exit code 0 during the case")
add_check_verdict(cuda_check cuda_check lab98 1 --says "exit code 2" --says "  > starter.cu:12: cudaMalloc")
add_check_verdict(dies_first dies_first lab98 1 --says "the program crashed before the case began: abort")
add_check_verdict(large large lab98 1 --says "the program crashed during the case: killed, after it took more than 4 GiB")
add_check_verdict(large_first large_first lab98 2 --says "NOT CHECKED, the program was killed from outside"
    --silent-on FAIL)
add_check_verdict(large_before large_before lab98 2 --says "NOT CHECKED, the program was killed from outside"
    --silent-on FAIL)
add_check_verdict(third third lab98 1 --says "n = 2, seed 3" --says "  the program ended with exit code 3"
    --says "In a process of its own this case passes" --says "again: ./lab check lab98 --part modulo" --silent-on "modulo --n" -- --verbose)
add_check_verdict(never_ready never_ready lab98 1 --says "the program was not ready after 0.3 s: code that runs before main"
    -- --limit 0.3)
add_check_verdict(silent silent lab98 1 --says "no answer within 0.3 s" -- --limit 0.3)
add_check_verdict(explains explains lab98 1 --says "endless loop: all threads of block (0,0,0) are at line 16"
    --says "no answer within 0.3 s: an endless loop" -- --limit 0.3)
add_check_verdict(finds_loop finds_loop lab98 1 --says "part modulo fails at n = 0, seed 1" --says "  stopped in an endless loop")
add_check_verdict(flood flood lab98 1 --says "printed more than 1024 KiB"
    --says "the program printed (only the end is shown, --verbose shows all):")
add_check_verdict(closes closes lab98 1 --says "closed its connection")
add_check_verdict(no_proof no_proof lab98 1 --says "an answer that the course's own code did not give")
add_check_verdict(few_sectors few_sectors lab98 1
    --says "1 of 1 launches were reported, and 1 sectors were loaded for 31 elements")
add_check_verdict(lost_launch lost_launch lab98 1 --says "0 of 1 launches were reported")
add_check_verdict(nonsense text lab98 1 --says "the program sent the checker invalid data" --silent-on "PASS")
add_check_verdict(exit_after exit1_after lab98 0)

# Failures of the harness, the caller or the machine.
add_check_verdict(no_device no_device lab98 77 --says "lab98 starter: SKIPPED, no CUDA-capable device is detected")
add_check_verdict(no_part no_part lab98 2 --says "lab.h has no part 'modulo'")
add_check_verdict(no_runner right lab98 2 --says "lab98-solution-sim: No such file" -- --program solution)
add_check_verdict(runner_by_path right lab98 0 --says "lab98-starter-sim: PASS"
    -- --program $<TARGET_FILE:lab98-starter-sim>)
add_check_verdict(unknown_option right lab98 2 --says "did you mean --seed?" -- --sead 7)
add_check_verdict(too_large right lab98 2 --says "--n needs a whole number from 0 to 4294967296" -- --n 4294967297)
add_check_verdict(unwritable right lab98 2 --says "cannot write not/there: No such file or directory. Does its folder exist?" -- --json not/there)

# Verdicts are shown as soon as they are known.
foreach(topic verdicts cause large runners)
    add_course_test(NAME course.check.early_${topic} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/fake/early ${topic}
        $<TARGET_FILE:lab94-check> $<TARGET_FILE:lab98-starter-sim> ${FAKE_SOURCE})
endforeach()
add_course_test(NAME course.check.early_parts COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/fake/early parts
    $<TARGET_FILE:lab93-check> $<TARGET_FILE:lab98-starter-sim> ${FAKE_SOURCE})

# What the lesson has improved (judge/lesson.c), for a block's values and in total; not after one case.
if(LABS_RUNNERS AND LABS_SIM)
    add_course_test(NAME course.check.lesson COMMAND ${EXPECT_EXIT} 0
        --says "  working warps for 256 values: 12 instead of 47 (lab01 modulo)"
        -- $<TARGET_FILE:lab02-check> --program solution)
    add_course_test(NAME course.check.lesson_in_total COMMAND ${EXPECT_EXIT} 0
        --says "  bytes copied to the host: 4 instead of 16,384 (sequential)"
        -- $<TARGET_FILE:lab03-check> --program solution --part repeated)
    add_course_test(NAME course.check.lesson_of_one_case COMMAND ${EXPECT_EXIT} 0 --silent-on "instead of"
        -- $<TARGET_FILE:lab02-check> --program solution --n 256)
endif()

# A correct loop of launches is not endless, however many an input needs: 20,313 here.
if(LABS_RUNNERS AND LABS_SIM)
    add_course_test(NAME course.check.many_launches COMMAND ${EXPECT_EXIT} 0 --says "part index: 1 case passed"
        -- ${CMAKE_BINARY_DIR}/lab01-naive-reduce/lab01-check --program solution --part index --n 5200000)
endif()

# A part needs only the programs for its own operators.
if(LABS_RUNNERS AND LABS_SIM)
    set(one_runner ${CMAKE_CURRENT_BINARY_DIR}/one-runner)
    file(MAKE_DIRECTORY ${one_runner})
    file(CREATE_LINK ${CMAKE_BINARY_DIR}/lab04-coarsening/lab04-solution-sum-sim ${one_runner}/lab04-solution-sum-sim SYMBOLIC)
    add_course_test(NAME course.check.runners_of_part COMMAND ${EXPECT_EXIT} 0 --says "part atomic: 1 case passed"
        -- ${CMAKE_BINARY_DIR}/lab04-coarsening/lab04-check --program solution --runners ${one_runner} --part atomic --n 5)
endif()

# The report is valid JSON, whatever text it quotes. CMake's own parser reads it.
foreach(behaviour right race says_pass quotes segfault note_wrong)
    add_course_test(NAME course.check.json_${behaviour}
        COMMAND ${CMAKE_COMMAND} -D CHECK=$<TARGET_FILE:lab98-check> -D BEHAVIOUR=${behaviour}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/fake/read_json)
endforeach()
add_course_test(NAME course.check.json_length COMMAND ${CMAKE_COMMAND} -D CHECK=$<TARGET_FILE:lab98-check>
    -P ${CMAKE_CURRENT_SOURCE_DIR}/fake/long_report)
add_check_verdict(json_full_alone right lab98 2 --says "--json-full needs --json FILE" -- --json-full)
foreach(topic not_compiled killed)
    add_course_test(NAME course.check.json_${topic} COMMAND ${CMAKE_COMMAND} -D CHECK=$<TARGET_FILE:lab98-check>
        -D TOPIC=${topic} -P ${CMAKE_CURRENT_SOURCE_DIR}/fake/old_json)
endforeach()
foreach(behaviour wrong right)
    add_course_test(NAME course.check.json_next_${behaviour}
        COMMAND ${CMAKE_COMMAND} -D CHECK=$<TARGET_FILE:lab97-check> -D BEHAVIOUR=${behaviour}
            -D PROGRAM=$<TARGET_FILE:lab98-starter-sim> -P ${CMAKE_CURRENT_SOURCE_DIR}/fake/read_json)
endforeach()
