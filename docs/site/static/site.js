// Shows the page of each recorded run in place of its still, in the colours of the site's page.
const frames = [...document.querySelectorAll('figure.run > p:first-child')].map((still) => {
  const link = still.querySelector('a');
  const frame = document.createElement('iframe');
  frame.loading = 'lazy';
  frame.title = link.querySelector('img')?.alt ?? link.textContent;
  frame.src = link.href;
  frame.addEventListener('load', () => paint(frame));
  still.replaceWith(frame);
  return frame;
});

function paint(frame) {
  const root = frame.contentDocument?.documentElement; // null for pages opened from files
  const theme = document.body.dataset.theme;
  if (root && theme === 'auto') {
    delete root.dataset.theme;
  } else if (root) {
    root.dataset.theme = theme;
  }
}

new MutationObserver(() => frames.forEach(paint)).observe(document.body, { attributeFilter: ['data-theme'] });

// What is wider than the page scrolls, also from the keyboard.
function focusScrolling() {
  for (const box of document.querySelectorAll('.highlight pre, .table-wrapper')) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
    } else {
      box.removeAttribute('tabindex');
    }
  }
}

addEventListener('resize', focusScrolling);
focusScrolling();
