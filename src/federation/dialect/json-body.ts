/** Parses the JSON of a partner's answer that is short and complete. */

import { isObject } from '../../domain/is-object.ts';

/**
 * The limit for lists and objects in one text. They take most of the parser's time, nested or side by side: two million
 * of them take half a second, in which no other work runs. Records have about one in a hundred characters.
 */
export const MOST_LISTS_AND_OBJECTS = 150_000;

/** Whether a text opens more lists and objects than the limit. Brackets within strings count, too; there are few of them. */
export function opensTooMany(text: string): boolean {
  return text.length > MOST_LISTS_AND_OBJECTS && countOf('[', text) + countOf('{', text) > MOST_LISTS_AND_OBJECTS;
}

/** Counts a character in a text, at most just beyond the limit. */
function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= MOST_LISTS_AND_OBJECTS; count++) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}

/** Returns the value of a JSON text, with or without a byte order mark; undefined if it is not JSON, or opens too many lists and objects. */
export function parseJson(text: string): unknown {
  if (opensTooMany(text)) return undefined;
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Returns the members of an object; none for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Whether a content type is `application/json` or `application/…+json`, with any parameters (rdp-protocol 7.8). */
export function isJsonType(contentType: string | undefined): boolean {
  return /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}
