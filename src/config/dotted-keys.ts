/** Turns keys with dots, as Spring properties have them, into nested keys. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../domain/is-object.ts';
import { ownMember } from '../domain/own-member.ts';
import type { SchemaNode } from './config-keys.ts';

type Entry = {
  readonly key: string;
  /** The rest of a dotted key after `key`. */
  readonly rest?: string;
  readonly value: unknown;
  /** The place as the file has it: `app: site.host`. */
  readonly written: string;
};

/**
 * Returns the content with every dotted key split where its first part is a map of the schema; other keys stay as they are, and
 * are refused later. A value that is given twice must be the same; otherwise a sentence names both places.
 */
export function withoutDottedKeys(
  content: unknown,
  schema: SchemaNode,
): { readonly content: unknown; readonly problems: readonly string[] } {
  if (!isObject(content)) return { content, problems: [] };
  const problems: string[] = [];
  return { content: nested(entriesOf(content), schema, problems), problems };
}

function nested(entries: readonly Entry[], node: SchemaNode, problems: string[]): Record<string, unknown> {
  const spelt = entries.map((entry) => firstPart(entry, node));
  const members = [...Map.groupBy(spelt, ({ key }) => key)];
  return Object.fromEntries(
    members.map(([key, together]) => [key, joined(together, ownMember(node.properties, key) ?? {}, problems)]),
  );
}

/** Splits `site.host` into `site` and the rest `host`, in a map that has a map `site`. */
function firstPart(entry: Entry, { properties = {} }: SchemaNode): Entry {
  const [first = '', ...rest] = entry.key.split('.');
  const isSpelt = rest.length > 0 && !Object.hasOwn(properties, entry.key);
  if (!isSpelt || ownMember(properties, first)?.properties === undefined) return entry;
  return { ...entry, key: first, rest: rest.join('.') };
}

/** Joins all entries of one key into its value. An entry without a value does not count. */
function joined(entries: readonly Entry[], node: SchemaNode, problems: string[]): unknown {
  const [first, ...others] = entries.filter(({ rest, value }) => rest !== undefined || value !== null);
  if (first === undefined) return null;
  const isEveryMap = [first, ...others].every(({ rest, value }) => rest !== undefined || isObject(value));
  if (node.properties !== undefined && isEveryMap) {
    return nested([first, ...others].flatMap(membersOf), node, problems);
  }
  const other = others.find(({ value }) => !isDeepStrictEqual(value, first.value));
  if (other === undefined) return first.value;
  problems.push(`${first.written} and ${other.written} are the same key, but differ; give one of them.`);
  return null;
}

function membersOf({ rest, value, written }: Entry): readonly Entry[] {
  if (rest !== undefined) return [{ key: rest, value, written }];
  return entriesOf(value as Record<string, unknown>, `${written}: `);
}

function entriesOf(map: Record<string, unknown>, before = ''): readonly Entry[] {
  return Object.entries(map).map(([key, value]) => ({ key, value, written: before + key }));
}
