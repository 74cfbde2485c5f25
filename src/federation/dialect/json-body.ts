/** JSON as it stands in the body of a partner's answer, where it is short and whole. */

import { isObject } from '../../domain/is-object.ts';

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

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Whether a content type is `application/json` or `application/…+json`, with any parameters (rdp-protocol 7.8). */
export function isJsonType(contentType: string | undefined): boolean {
  return /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}
