/** docs/snapshot.md against the form that import checks. */

import { expect, test } from 'vitest';
import { RECORD_SCHEMAS, SNAPSHOT_SCHEMA } from '../../../src/domain/record/snapshot.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';
import { codesIn, fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';

type Node = { properties?: Record<string, Node>; items?: Node };

const page = read('docs/snapshot.md');
const tables = tablesOf(page).filter(({ under }) => under === 'Every member');

test('docs/snapshot.md shows a snapshot that can be imported', () => {
  const [shown] = fencesOf(page).filter(({ language }) => language === 'json');
  const { problems } = snapshotChecker(compileCheck)(JSON.parse(shown?.text ?? ''));
  expect(problems).toEqual([]);
});

test('docs/snapshot.md has every member, and no other', () => {
  const [whole, ...kinds] = tables.map(({ header: [kind = ''], rows }) => {
    return [codesIn(kind)[0], leavesOf(rows.flatMap(([cell = '']) => codesIn(cell)))];
  });
  const lists = Object.keys(RECORD_SCHEMAS);
  const others = membersOf(SNAPSHOT_SCHEMA as Node).filter((member) => !lists.includes(member));
  expect(whole?.[1]).toEqual(leavesOf(others));
  expect(kinds).toEqual(
    Object.entries(RECORD_SCHEMAS).map(([kind, schema]) => [`${kind}[]`, leavesOf(membersOf(schema as Node))]),
  );
});

/** Every member, those of records in lists as `genes[].tier`, those of records in records as `identity.kind`. */
function membersOf(node: Node, path = ''): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    return [path + name, ...membersOf(child.items ?? {}, `${path}${name}[].`), ...membersOf(child, `${path}${name}.`)];
  });
}

/** The members that hold no others, sorted; whether a list is written with `[]` does not matter. */
function leavesOf(members: readonly string[]): string[] {
  const names = members.map((member) => member.replace(/\[\]$/, ''));
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}[].`))).toSorted();
}
