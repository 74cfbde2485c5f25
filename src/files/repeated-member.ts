/** Finds a member of an object that is there twice in a JSON text: `JSON.parse` takes the last one and says nothing. */

export type RepeatedMember = { name: string; position: number };

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((sign) => sign.charCodeAt(0));

/**
 * Returns the first repeated member, and where its name begins. The time is proportional to the length of the text.
 *
 * @param text which `JSON.parse` accepts
 */
export function repeatedMember(text: string): RepeatedMember | undefined {
  /** The names of the objects that are open, from the outside in; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = endOfString(text, at);
      if (isName) {
        const name = nameOf(text.slice(at, end + 1));
        const names = open.at(-1);
        if (names?.has(name)) return { name, position: at };
        names?.add(name);
        isName = false;
      }
      at = end;
    } else if (sign === OBJECT) {
      open.push(new Set());
      isName = true;
    } else if (sign === LIST) open.push(undefined);
    else if (sign === OBJECT_END || sign === LIST_END) {
      open.pop();
      isName = false;
    } else if (sign === COMMA) isName = open.at(-1) !== undefined;
  }
  return undefined;
}

/** Returns the place of the quotation mark that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/** A name may be written with escapes, which make no other name of it. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
}
