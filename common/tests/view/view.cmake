# The page of ./lab view in a real browser: for each lab, the solution and two planted mistakes; and for lab01 a program
# with an empty task. Without Chromium, the tests are skipped. One compiler's runs are enough.
if(NOT LABS_SIM OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    return()
endif()
add_executable(write-page ${CMAKE_CURRENT_LIST_DIR}/write_page.c)
target_link_libraries(write-page PRIVATE labs_view)
add_dependencies(lab-tests write-page)
set(browser ${CMAKE_CURRENT_LIST_DIR}/browser)

# add_browser_test(lab01-naive-reduce solution planted-modulo_no_guard:modulo): PROGRAM or PROGRAM:PART. The small tier has
# lab02.
function(add_browser_test lab)
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(long long)
    if(short STREQUAL lab02)
        set(long "")
    endif()
    add_course_test(NAME course.view.${short} LABELS ${long} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_COMMAND} -E env "PATH=${CMAKE_BINARY_DIR}/${lab}:$<TARGET_FILE_DIR:write-page>:$ENV{PATH}"
        ${browser} ${short} ${ARGN})
endfunction()

add_browser_test(lab01-naive-reduce solution planted-modulo_no_barrier_in_loop planted-modulo_partner_outside
    fill4:tree fill7:modulo)
add_browser_test(lab02-interleaved solution planted-no_barrier_in_loop planted-guard_on_thread)
add_browser_test(lab03-sequential-addressing solution planted-sequential_no_barrier_in_loop
    planted-sequential_guard_by_one)
add_browser_test(lab04-coarsening solution planted-coarse_guard_leaves planted-first_add_guard_by_one)
add_browser_test(lab05-warp-unroll solution planted-no_warp_barriers planted-barrier_in_branch)
add_browser_test(lab06-shuffle solution planted-few_lanes_in_second_round planted-every_lane_writes)
add_browser_test(lab07-naive-scan solution planted-mend_no_barrier_between_steps planted-inclusive_guard_by_one)
add_browser_test(lab08-kogge-stone solution planted-barrier_of_the_warp planted-load_guard_by_one)
add_browser_test(lab09-brent-kung solution planted-reverse_stops_early planted-padded_nothing_skipped)
add_browser_test(lab10-large-scan solution planted-block_no_barrier planted-load_guard_by_one)

# The pictures of the book.
set(paths "$<TARGET_FILE_DIR:write-page>")
foreach(lab lab01-naive-reduce lab02-interleaved lab03-sequential-addressing lab04-coarsening lab05-warp-unroll
        lab06-shuffle lab07-naive-scan lab08-kogge-stone lab09-brent-kung lab10-large-scan)
    string(APPEND paths ":${CMAKE_BINARY_DIR}/${lab}")
endforeach()
add_course_test(NAME course.view.drawings LABELS long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${paths}:$ENV{PATH}" ${CMAKE_CURRENT_LIST_DIR}/drawings check)

# The page after the next save.
add_course_test(NAME course.view.follow WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${paths}:$ENV{PATH}" ${CMAKE_CURRENT_LIST_DIR}/follow)

# A lab that passes opens at the part of docs/runs.md.
add_course_test(NAME course.view.parts WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${paths}:$ENV{PATH}" ${CMAKE_CURRENT_LIST_DIR}/parts)

# The same as text.
add_course_test(NAME course.view.show COMMAND ${EXPECT_EXIT} 0 --says "barrier 9" -- $<TARGET_FILE:lab08-check>
    --program solution --part inclusive --operator sum --n 8 --show)

# An array is named again where its rows follow another one's.
set(racing planted-modulo_no_barrier_in_loop)
add_course_test(NAME course.view.show_again WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${paths}:$ENV{PATH}" /bin/sh -c "common/tests/labs/linked --apart \
        '${CMAKE_BINARY_DIR}/lab01-naive-reduce' ${racing} -- lab01-check --program ${racing} --part modulo --n 4 --show | \
        grep -A 1 '^  s_partial$' | grep -q '^  end '")

# Eight columns fit into a terminal of 80.
add_course_test(NAME course.view.show_width COMMAND /bin/sh -c "'$<TARGET_FILE:lab01-check>' --program solution \
    --part modulo --n 8 --show >shown_width && grep -q 'barrier 9' shown_width && ! grep -E '^.{81}' shown_width")

add_course_test(NAME course.view.picture COMMAND ${EXPECT_EXIT} 2 --says "unknown picture 'bank'; did you mean 'banks'"
    -- $<TARGET_FILE:lab02-check> --program solution --picture bank)

# Another lab's solution beside the student's run.
add_course_test(NAME course.view.with WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env LABS_BUILD=${CMAKE_BINARY_DIR} /bin/sh -c "'${EXPECT_EXIT}' 0 --says 'open this page' -- \
        '$<TARGET_FILE:labs-cli>' view lab03 --program solution --with lab02 && \
        grep -q '\"lab\": \"lab02-interleaved\"' '${CMAKE_BINARY_DIR}/lab03-sequential-addressing/view.html'")
# The command names the page, whether a browser opens it or not.
add_course_test(NAME course.view.opened WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env LABS_BUILD=${CMAKE_BINARY_DIR} /bin/sh -c "mkdir -p '${CMAKE_CURRENT_BINARY_DIR}/desktop' && \
        ln -sf /bin/true '${CMAKE_CURRENT_BINARY_DIR}/desktop/xdg-open' && export PATH=\"${CMAKE_CURRENT_BINARY_DIR}/desktop:$PATH\" && \
        DISPLAY=:9 '${EXPECT_EXIT}' 0 --says 'the browser shows this page: /' -- '$<TARGET_FILE:labs-cli>' view lab03 --program solution && \
        DISPLAY= WAYLAND_DISPLAY= '${EXPECT_EXIT}' 0 --says 'open this page in a browser: /' -- \
        '$<TARGET_FILE:labs-cli>' view lab03 --program solution")

add_course_test(NAME course.view.with_nothing WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E env LABS_BUILD=${CMAKE_BINARY_DIR} ${EXPECT_EXIT} 2 --says "choose from: interleaved"
        --says "no run of lab02:mod can be shown" -- $<TARGET_FILE:labs-cli> view lab03 --program solution --with lab02:mod)
set_tests_properties(course.view.with course.view.opened course.view.with_nothing PROPERTIES RESOURCE_LOCK lab03-view)
