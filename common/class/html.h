// Pages in HTML that need nothing else.
#ifndef LABS_CLASS_HTML_H
#define LABS_CLASS_HTML_H

#include <stdio.h>

// Text between tags or in an attribute.
void html_text(FILE *out, const char *text);

// A file's name as part of a relative URL.
void html_url(FILE *out, const char *name);

// The page up to its body: the title, the colours of the course's pages (common/view/page/drawing.css) and the style of
// these pages (class.css).
void html_begin(FILE *out, const char *title);

void html_end(FILE *out);

#endif
