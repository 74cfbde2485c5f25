/** Makes elements from texts. Texts of registries are never parsed as HTML. */

type Content = Node | string;

export function element(name: string, attributes: Record<string, string> = {}, ...content: Content[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

export function paragraph(words: string, role?: string): HTMLElement {
  return element('p', role === undefined ? {} : { role }, words);
}

export function link(href: string, attributes: Record<string, string>, ...content: Content[]): HTMLElement {
  return element('a', { href, rel: 'noopener', ...attributes }, ...content);
}

/** Returns a text of a registry, which may run in either direction. */
export function text(words: string, attributes?: Record<string, string>): HTMLElement {
  return element('bdi', attributes, words);
}

/** Returns a `details` element with a summary. */
export function details(summary: Record<string, string>, text: string, ...content: Content[]): HTMLElement {
  return element('details', {}, element('summary', summary, text), ...content);
}
