// Inserts the calls by which the simulated GPU hears what lang/notices.h says.
#include "functions.h"
#include "notices.h"

#include <stdlib.h>

static int enclose(struct source *source, const struct node *node, const char *before) {
    return source_insert(source, tree_begin(source->tree, node), before) != 0
               ? -1
               : source_insert(source, tree_end(source->tree, node), ")");
}

int rewrite_unused(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        const struct node *block = function->for_device && function->for_host ? NULL : function->block;
        const char *mark = function->for_device ? "sim_result_unused()" : "sim_error_unused()";
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            const struct node *statement = notice_unused(source->tree, block, node, function->for_device);
            const int within = statement != NULL && statement->kind == NODE_EXPRESSION;
            const size_t at = statement == NULL ? 0 : tree_end(source->tree, statement) - (size_t)within;
            if (statement != NULL &&
                (source_insert(source, at, within ? ", " : " ") != 0 ||
                 source_insert(source, at, mark) != 0 || (!within && source_insert(source, at, ";") != 0))) {
                return -1;
            }
        }
    }
    return 0;
}

int rewrite_compared(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].for_device ? functions->list[k].block : NULL;
        const struct compared compared = notice_compared(source->tree, block);
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            if (notice_is_compared(source->tree, &compared, node) &&
                enclose(source, node, "sim_compared(") != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int rewrite_branches(struct source *source, const struct functions *functions) {
    struct meetings meetings;
    int result = notice_meetings(source->tree, &meetings) ? 0 : source_out_of_memory(source);
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        const struct node *block = function->for_device && !function->for_host ? function->block : NULL;
        for (const struct node *node = block; node != NULL && result == 0;
             node = next_node(source, node, block)) {
            const struct branch branch = notice_branch(source->tree, &meetings, node);
            result = (branch.enters && enclose(source, branch.condition, "SIM_ENTER(") != 0) ||
                             (branch.takes && enclose(source, branch.condition, "SIM_BRANCH(") != 0)
                         ? -1
                         : 0;
        }
    }
    free(meetings.at);
    return result;
}
