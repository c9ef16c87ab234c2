// SVG and HTML as text. The same functions draw for the page and for the book.

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escape(text) {
  return String(text).replace(/[&<>"]/g, (c) => ESCAPES[c]);
}

// tag('rect', { x: 1, class: null }, 'children'): attributes that are null or false are left out.
export function tag(name, attributes = {}, children = '') {
  let text = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== null && value !== undefined && value !== false) {
      text += ` ${key}="${escape(value)}"`;
    }
  }
  return `${text}>${children}</${name}>`;
}

export function label(x, y, text, attributes = {}) {
  return tag('text', { x, y, ...attributes }, escape(text));
}

// Without a title, the text beside the picture says the same.
export function picture(width, height, title, children, more = {}) {
  const name = title === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': title };
  return tag('svg', { viewBox: `0 0 ${width} ${height}`, width, height, ...name, ...more }, children);
}

// A value in a cell of a memory: four digits have room.
export function inCell(value) {
  return short(value, value < 0 ? 5 : 4);
}

// How wide a cell's text of four or five characters is drawn, whatever the font; shorter ones have room: null.
export function widthInCell(text, width) {
  return text.length > 3 ? width - 4 : null;
}

// A value in at most `room` characters.
export function short(value, room = 6) {
  if (value === undefined || value === null) {
    return '';
  }
  const text = Number.isInteger(value) ? String(value) : Number(value).toPrecision(4);
  if (text.length <= room) {
    return text;
  }
  const size = Math.abs(value);
  if (size < 1000) {
    return [3, 2, 1].map((digits) => String(Number(value.toPrecision(digits)))).find((rounded) => rounded.length <= room) ?? text;
  }
  const [unit, name] = size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : [1e3, 'k'];
  const digits = Math.max(0, room - 2 - String(Math.trunc(value / unit)).length);
  return (value / unit).toFixed(Math.min(digits, 1)) + name;
}
