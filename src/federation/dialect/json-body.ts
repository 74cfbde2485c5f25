/** JSON as it stands in the body of a partner's answer: whole, broken off, or no JSON at all. */

/**
 * Of lists and objects in one text. They cost the parser most, nested or side by side: half a second for two million, in
 * which nobody else is answered. Records have about one in a hundred characters.
 */
export const MOST_LISTS_AND_OBJECTS = 150_000;

/** Whether a text opens more of them than are read. Brackets within texts count too, and are few. */
export function opensTooMany(text: string): boolean {
  return text.length > MOST_LISTS_AND_OBJECTS && countOf('[', text) + countOf('{', text) > MOST_LISTS_AND_OBJECTS;
}

/** How often the character is there; stops behind the most that are read. */
function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= MOST_LISTS_AND_OBJECTS; count++) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}

/** The value of a JSON text, a byte order mark before it or not; undefined when it is none, or opens too many. */
export function parseJson(text: string): unknown {
  if (opensTooMany(text)) return undefined;
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a content type is `application/json` or `application/…+json`, with any parameters (rdp-protocol 7.8). */
export function isJsonType(contentType: string | undefined): boolean {
  return /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

/** Whether brackets are still open where the text ends, as when the rest of an answer did not arrive. */
export function isBrokenOff(text: string): boolean {
  return scan(text).isOpen;
}

/**
 * JSON text that was cut, made whole by leaving out what did not arrive in full: elements of an array at the top, or
 * members of an object at the top and elements of the arrays right in it. Nothing deeper is cut into.
 */
export function mendCut(text: string): string {
  const { wholeLength, closing } = scan(text);
  return text.slice(0, wholeLength) + closing;
}

type Scan = { wholeLength: number; closing: string; isOpen: boolean };

function scan(text: string): Scan {
  let depth = 0;
  let outer = '';
  let inner = '';
  let isInText = false;
  const whole = { wholeLength: 0, closing: '' };

  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isInText) {
      if (char === '\\') at++;
      else if (char === '"') isInText = false;
      continue;
    }
    if (char === '"') isInText = true;
    else if (char === ',') keep(at);
    else if (char === '[' || char === '{') {
      depth++;
      if (depth === 1) outer = char;
      if (depth === 2) inner = char;
      keep(at + 1);
    } else if (char === ']' || char === '}') {
      depth--;
      keep(at + 1);
    }
  }
  return { ...whole, isOpen: depth > 0 };

  // Up to here everything is complete, as long as we are not inside a record.
  function keep(length: number): void {
    const isInRecord = depth > 2 || (depth === 2 && outer + inner !== '{[');
    if (isInRecord) return;
    whole.wholeLength = length;
    whole.closing = depth === 0 ? '' : closingOf(outer, depth === 2);
  }
}

function closingOf(outer: string, isInList: boolean): string {
  return (isInList ? ']' : '') + (outer === '[' ? ']' : '}');
}
