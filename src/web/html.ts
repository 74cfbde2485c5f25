/** HTML as a value: everything put into a template is escaped, so that no record of any registry becomes markup. */

/** Made by {@link html} alone: an object of the same form that came over the wire is text like any other. */
export type Html = { readonly html: string };
/** Nothing is shown for null, undefined and false; a list is joined. */
export type Shown = Html | string | number | null | undefined | false | readonly Shown[];

const made = new WeakSet<object>();

/** A template of HTML. Values are escaped for text and for attributes in quotes; HTML made here is kept. */
export function html(strings: TemplateStringsArray, ...values: readonly Shown[]): Html {
  const text = strings.reduce((before, string, index) => `${before}${shown(values[index - 1])}${string}`);
  return toHtml(text);
}

/** JSON within a page that programs read and no browser runs; `<` is written so that no text can end it. */
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

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
