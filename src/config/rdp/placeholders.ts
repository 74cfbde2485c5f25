/** Puts values in the place of `${name}` and `${name:default}`, as Spring does in its settings. */

/** The value of a name, which may hold placeholders itself; undefined where there is none. */
type LookUp = (name: string) => string | undefined;

/** `found` tells what is wrong, without the name in the placeholder: it may be a part of a secret. */
type Resolved = { readonly text: string } | { readonly found: string };

const MISSING = { found: 'a text with a placeholder (not shown) of no known value' };
const CIRCULAR = { found: 'a text with a placeholder (not shown) that leads back to itself' };

/** The text with every placeholder replaced, those inside placeholders first; one without an end stays as it is. */
export function resolvePlaceholders(text: string, lookUp: LookUp, within: readonly string[] = []): Resolved {
  let resolved = '';
  for (let rest = text; ; ) {
    const start = rest.indexOf('${');
    const end = start < 0 ? -1 : closingBrace(rest, start + 2);
    if (end < 0) return { text: resolved + rest };
    const placeholder = resolvePlaceholders(rest.slice(start + 2, end), lookUp, within);
    if ('found' in placeholder) return placeholder;
    const value = valueIn(placeholder.text, lookUp, within);
    if ('found' in value) return value;
    resolved += rest.slice(0, start) + value.text;
    rest = rest.slice(end + 1);
  }
}

/** The place of the brace that closes a placeholder, whose text begins at `from`; -1 where there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function valueIn(placeholder: string, lookUp: LookUp, within: readonly string[]): Resolved {
  const colon = placeholder.indexOf(':');
  const name = colon < 0 ? placeholder : placeholder.slice(0, colon);
  if (within.includes(name)) return CIRCULAR;
  const value = lookUp(name);
  if (value !== undefined) return resolvePlaceholders(value, lookUp, [...within, name]);
  return colon < 0 ? MISSING : { text: placeholder.slice(colon + 1) };
}
