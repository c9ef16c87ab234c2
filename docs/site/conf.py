# The book as a site: `cmake --build build/course --target site`. The Markdown is the repository's own; it must also read
# well on GitHub, so nothing in it may depend on Sphinx.
import gettext
import html
import pathlib
import re

import docutils.nodes

project = "Reduction and Scan Labs"
author = "the authors of Reduction and Scan Labs"
extensions = ["myst_parser"]
root_doc = "docs/site/index"
include_patterns = ["docs/site/index.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md", "lab*/README.md",
                    "lab*/hints.md", "lab10-large-scan/beyond/README.md",
                    "lab10-large-scan/uses/README.md", "lab10-large-scan/uses/hints.md"]
exclude_patterns = ["build", "common"]
html_theme = "furo"
html_title = project
html_static_path = ["static"]
html_css_files = ["site.css", "models.css", "editor.css"]
html_js_files = [("site.js", {"defer": ""}), "live.js", "models.js", "editor.js"]
html_show_copyright = False
myst_heading_anchors = 4  # GitHub's anchors
highlight_language = "none"
pygments_style = "default"  # its colours have a contrast of 4.5
nitpicky = True

# Translations: common/tests/docs/site sets `language` and `locale_dirs`.
root = pathlib.Path(__file__).parents[2]
languages = [("en", "English")]
languages += [line.split(maxsplit=1) for line in (root / "docs/locale/languages").read_text("utf-8").splitlines()]
templates_path = ["templates"]
html_context = {"languages": languages}
html_sidebars = {"**": ["sidebar/brand.html", "languages.html", "sidebar/search.html", "sidebar/scroll-start.html",
                        "sidebar/navigation.html", "sidebar/scroll-end.html"]}


def translate_summaries(app, doctree, _):
    """A hint's heading is HTML, which Sphinx leaves alone; ./lab hint has its translation."""
    labs = gettext.translation("labs", app.config.locale_dirs[0], [app.config.language], fallback=True)
    for node in doctree.findall(docutils.nodes.raw):
        text = re.sub(r"(<summary>\d\. )(.*)(</summary>)", lambda m: m[1] + labs.gettext(m[2]) + m[3], node.astext())
        node.children[:] = [docutils.nodes.Text(text)]


STATE = {
    "ru": "Это перевод английского текста от {}. Что изменилось с тех пор, показано по-английски.",
    "zh_CN": "本页译自 {} 的英文版本；此后改动的段落显示为英文。",
}


def say_version(app, doctree, page):
    """A translated page begins with the date of the English text that its catalogue translates."""
    language = app.config.language
    catalogue = root / f"docs/locale/{language}/LC_MESSAGES/{page.split('/')[0]}.po"
    if language in STATE and page != "docs/README" and re.fullmatch("([^/]+/)?(README|hints)", page):
        date = re.search(r"PO-Revision-Date: (\S+)", catalogue.read_text("utf-8"))[1]
        note = docutils.nodes.note("", docutils.nodes.paragraph("", STATE[language].format(date)))
        next(doctree.findall(docutils.nodes.section)).insert(1, note)


def add_labs(_, name, source):
    """In place of <!-- labs -->, a group of the sidebar for each lab."""
    groups = ""
    for folder in sorted(root.glob("lab[0-9][0-9]-*")) if name == root_doc else ():
        title = re.match(r"# (?:Lab |lab0*)(\d+)\W+(.)(.*)", (folder / "README.md").read_text("utf-8"))
        pages = [("Lesson", f"{folder.name}/README"), ("Chapter", f"docs/{folder.name[:5]}"), ("Hints", f"{folder.name}/hints")]
        entries = "".join(f"{text} <../../{page}>\n" for text, page in pages if (root / f"{page}.md").exists())
        groups += (f"```{{toctree}}\n:hidden:\n:caption: Lab {title[1]} · {title[2].upper()}{title[3]}\n\n{entries}```\n\n")
    source[0] = source[0].replace("<!-- labs -->\n", groups)


def wrap_long_lines(app, doctree, _):
    """Code and verdicts wrap. Other text is pictures and tables, whose columns must stay in line."""
    for node in doctree.findall(docutils.nodes.literal_block):
        if node.get("language", "none") not in ("none", "default", "text") or re.search(r"\.cu:\d+|^again: ", node.astext(), re.M):
            node["classes"].append("wraps")


def fold_sidebar(_, page, template, context, doctree):
    """Each group of the sidebar opens and closes; that of the page is open."""
    context["furo_navigation_tree"] = re.sub(
        r'<p class="caption"[^>]*>(.*?)</p>\s*(<ul(?: class="(current)")?.*?</ul>)(?=\s*(?:<p|</div>|$))',
        lambda m: f'<details{" open" if m[3] else ""}><summary class="caption">{m[1]}</summary>{m[2]}</details>',
        context.get("furo_navigation_tree", ""), flags=re.S)


def embed_runs(app, doctree, docname):
    """A paragraph that is a link to a run of docs/runs.md becomes the run. Without scripts it stays a link, to the run's
    own page; static/site.js shows that page in its place. In a lesson, the source would be the solution: it is hidden."""
    root = "../" * (docname.count("/") + (app.config.language != "en")) + "runs/"
    runs = {path.stem: path.read_text("utf-8") for path in pathlib.Path(app.config.runs).glob("*.txt") if app.config.runs}
    wide = docname == "docs/race"

    def raw(text):
        return docutils.nodes.raw("", text, format="html")

    def page(run):
        return f"{root}{run}.html{'?no-code' if docname.startswith('lab') else ''}{'#side=1' if wide else ''}"

    def links(run):
        return (f'<p><a href="{page(run)}">This run on a page of its own</a></p><details><summary>This run as text'
                f"</summary><pre tabindex=0>{html.escape(runs[run])}</pre></details>")

    for section in list(doctree.findall(docutils.nodes.section)) if docname == "docs/runs" else ():
        if section[0].astext() in runs:
            section += raw(links(section[0].astext()))
    for paragraph in list(doctree.findall(docutils.nodes.paragraph)):
        link = paragraph[0] if len(paragraph) == 1 else None
        run = isinstance(link, docutils.nodes.reference) and re.search(r"runs\.html#(.*)", link.get("refuri", ""))
        if run and run[1] in runs:
            link["refuri"] = page(run[1])
            paragraph.replace_self([raw(f'<figure class="run{" wide" * wide}">'), paragraph.deepcopy(),
                                    raw(links(run[1]) + "</figure>")])


def complete_theme(app, exception):
    """Debian and Ubuntu ship Furo's sources: its script still imports a module, which only a bundler can resolve, and
    its style has lost the rules for readers whose system is dark. Both are put together here."""
    if exception or app.builder.name != "html":
        return
    static = pathlib.Path(app.outdir) / "_static"
    script, style = static / "scripts/furo.js", static / "styles/furo.css"
    text = script.read_text("utf-8")
    own = re.sub(r'^import Gumshoe from "\./gumshoe-patched\.js";\n', "", text)
    if own != text:
        script.write_text((static / "scripts/gumshoe-patched.js").read_text("utf-8") + own, "utf-8")
    text = style.read_text("utf-8")
    dark = re.search(r'body\[data-theme="dark"\] *{([^}]*)}', text)
    if "prefers-color-scheme" not in text and dark:
        rule = f'body:not([data-theme="light"]) {{{dark[1]}}}'
        style.write_text(f"{text}\n@media screen and (prefers-color-scheme: dark) {{ {rule} }}\n", "utf-8")


def setup(app):
    app.connect("source-read", add_labs)
    app.connect("doctree-resolved", wrap_long_lines)
    app.connect("html-page-context", fold_sidebar, priority=900)  # after the theme's
    app.connect("doctree-resolved", translate_summaries)
    app.connect("doctree-resolved", say_version)
    app.add_config_value("runs", "", "html")  # the folder of common/tests/view/record; "": the stills stay
    app.connect("doctree-resolved", embed_runs)
    app.connect("build-finished", complete_theme)
