/** HTML as a value: every value in a template is escaped, so that no record of any registry becomes markup. */

/** Only {@link html} makes these. An object of the same shape that was received as JSON is escaped like any text. */
export type Html = { readonly html: string };
/** A value of a template. Null, undefined and false show nothing; the entries of a list are joined. */
export type Shown = Html | string | number | null | undefined | false | readonly Shown[];

const made = new WeakSet<object>();

/** Makes HTML from a template. Values are escaped for text and for quoted attributes; HTML values are inserted as they are. */
export function html(strings: TemplateStringsArray, ...values: readonly Shown[]): Html {
  const text = strings.reduce((before, string, index) => `${before}${shown(values[index - 1])}${string}`);
  return toHtml(text);
}

/** Returns a script element with JSON, which programs read and no browser runs. `<` is written as `\u003c`, so that no text can end the element. */
export function dataBlock(type: string, value: object): Html {
  return toHtml(`<script type="${escaped(type)}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
}

function shown(value: Shown): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return value.map(shown).join('');
  return isHtml(value) ? value.html : escaped(String(value));
}

function isHtml(value: object): value is Html {
  return made.has(value);
}

function toHtml(text: string): Html {
  const value = { html: text };
  made.add(value);
  return value;
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES.get(character) ?? '');
}
