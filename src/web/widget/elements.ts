/** Elements out of texts: what comes from registries is never read as HTML. */

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

/** Words of a registry, in whatever direction they run. */
export function text(words: string, attributes?: Record<string, string>): HTMLElement {
  return element('bdi', attributes, words);
}

/** With a summary that opens it. */
export function details(summary: Record<string, string>, text: string, ...content: Content[]): HTMLElement {
  return element('details', {}, element('summary', summary, text), ...content);
}
