# The book as a site: `cmake --build build/course --target site`. The Markdown is the repository's own; it must also read
# well on GitHub, so nothing in it may depend on Sphinx.
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
html_static_path = []
html_show_copyright = False
myst_heading_anchors = 4  # GitHub's anchors
highlight_language = "none"
nitpicky = True
