/** Replaces `${name}` and `${name:default}` by values, as Spring does in its settings. */

/** Returns the value of a name, which may hold placeholders itself; undefined where there is none. */
type LookUp = (name: string) => string | undefined;

/**
 * `found` says what is wrong. It quotes the name in the placeholder only where that is a key that is set, as it may otherwise
 * be a part of a secret.
 */
type Resolved = { readonly text: string } | { readonly found: string };
/** How many placeholders of one text are replaced so far, and how many characters were written for that. */
type Work = { placeholders: number; characters: number };
type Place = {
  readonly lookUp: LookUp;
  readonly within: readonly string[];
  readonly depth: number;
  readonly work: Work;
};

const MISSING = { found: 'a text with a placeholder (not shown) of no known value' };
const TOO_MANY = {
  found: 'a text with placeholders (not shown) that are too many, too deep or too long once replaced',
};
/** Far more than any real file has, and still little work. */
const MOST = { placeholders: 1000, characters: 200_000, depth: 40 } as const;
const LONGEST_SHOWN = 80;

/** Replaces every placeholder, inner ones first; a placeholder without a closing brace stays as it is. */
export function resolvePlaceholders(text: string, lookUp: LookUp): Resolved {
  return resolved(text, { lookUp, within: [], depth: 0, work: { placeholders: 0, characters: 0 } });
}

function resolved(text: string, place: Place): Resolved {
  const { work, depth } = place;
  if (depth > MOST.depth) return TOO_MANY;
  let [done, rest] = ['', text];
  for (;;) {
    const start = rest.indexOf('${');
    const end = start < 0 ? -1 : closingBrace(rest, start + 2);
    if (end < 0) break;
    work.placeholders += 1;
    if (work.placeholders > MOST.placeholders) return TOO_MANY;
    const placeholder = resolved(rest.slice(start + 2, end), { ...place, depth: depth + 1 });
    if ('found' in placeholder) return placeholder;
    const value = valueIn(placeholder.text, place);
    if ('found' in value) return value;
    done += rest.slice(0, start) + value.text;
    rest = rest.slice(end + 1);
  }
  const whole = done + rest;
  if (depth > 0) work.characters += whole.length;
  return work.characters > MOST.characters ? TOO_MANY : { text: whole };
}

/** Returns the index of the closing brace of a placeholder whose text begins at `from`; -1 where there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function valueIn(placeholder: string, place: Place): Resolved {
  const { lookUp, within, depth } = place;
  const colon = placeholder.indexOf(':');
  const name = colon < 0 ? placeholder : placeholder.slice(0, colon);
  if (within.includes(name)) return circular(name);
  const value = lookUp(name);
  if (value !== undefined) return resolved(value, { ...place, within: [...within, name], depth: depth + 1 });
  return colon < 0 ? MISSING : { text: placeholder.slice(colon + 1) };
}

function circular(name: string): Resolved {
  return {
    found: `a text with a placeholder that leads back to itself, through ${JSON.stringify(name.slice(0, LONGEST_SHOWN))}`,
  };
}
