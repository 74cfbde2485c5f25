/** Reads a page strictly, as no browser does: what is not nested, quoted or escaped as it should be is a mistake. */

export type Element = { name: string; attributes: ReadonlyMap<string, string>; text: string };
export type Document = { mistakes: string[]; elements: Element[] };

const VOID = new Set(['meta', 'link', 'input', 'br', 'hr', 'img', 'rect', 'wbr']);
const TOKEN = /<!doctype html>|<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*(\/?)>|([^<>]+)|([<>])/g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:="([^"<>]*)")?/g;
/** Attributes whose value is the id of another element, or several. */
const REFERENCES = ['for', 'aria-labelledby', 'aria-describedby'];

export function readHtml(html: string): Document {
  const mistakes: string[] = [];
  const elements: Element[] = [];
  const open: Element[] = [];
  for (const [token, slash, name, attributes = '', closed, text, stray] of html.matchAll(TOKEN)) {
    if (stray !== undefined) mistakes.push(`a bare ${stray}`);
    if (text !== undefined) {
      if (/&(?!amp;|lt;|gt;|quot;|#39;)/.test(text)) mistakes.push(`a bare & in ${text}`);
      for (const element of open) element.text += unescaped(text);
    }
    if (name === undefined) continue;
    if (slash === '/') {
      const last = open.pop();
      if (last?.name !== name) mistakes.push(`${token} closes ${last?.name}`);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), text: '' };
    elements.push(element);
    if (!VOID.has(name) && closed !== '/') open.push(element);
  }
  if (open.length > 0) mistakes.push(`${open.map((element) => element.name).join(', ')} left open`);
  return { mistakes: [...mistakes, ...idMistakes(elements)], elements };
}

/** The elements of that name, with an attribute of that value where one is given. */
export function elementsOf({ elements }: Document, name: string, attribute?: string, value?: string): Element[] {
  return elements.filter((element) => {
    if (element.name !== name) return false;
    if (attribute === undefined) return true;
    const found = element.attributes.get(attribute);
    return value === undefined ? found !== undefined : found === value;
  });
}

export function elementWithId({ elements }: Document, id: string): Element | undefined {
  return elements.find((element) => element.attributes.get('id') === id);
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function idMistakes(elements: readonly Element[]): string[] {
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} stands twice`);
  const lost = elements.flatMap(({ attributes }) =>
    REFERENCES.flatMap((name) => attributes.get(name)?.split(' ') ?? [])
      .filter((id) => !ids.includes(id))
      .map((id) => `nothing has the id ${id}`),
  );
  return [...twice, ...lost];
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? '');
}
