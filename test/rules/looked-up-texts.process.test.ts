/**
 * A table written as an object also answers to the names that every object inherits: `TIERS['constructor']` is a function.
 * So a text is looked up by `ownMember`, or in a Map. The type checker knows which keys may be any text.
 */

import { relative } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Project } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';

const ROOT = process.cwd();
/** What is declared here alone: documents are made of it, and nothing from outside comes there. */
const OWN_NAMES = /^src\/api\//;
/** Places whose key is not from outside, each with the reason. */
const KNOWN_KEYS = new Map([
  ['src/domain/own-member.ts table[name]', 'this is the look-up that asks whether the member is its own'],
  ['src/domain/federation/feed.ts silent[key]', 'keys of partners begin with a letter or digit'],
  ['src/domain/federation/feed.ts returned[key]', 'keys of partners begin with a letter or digit'],
  ['src/domain/sanitize/records.ts copies[key]', 'it is written only; a member `__proto__` is no gene and no organ'],
  ['src/domain/sanitize/shortened.ts shortened[member]', 'it is written only, by members of the schema'],
  ['src/config/deprecated-names.ts env[before]', 'the names of variables are those of keys of the schema'],
  ['src/config/deprecated-names.ts present[now]', 'the names of variables are those of keys of the schema'],
  ['src/registry/import/snapshot-check.ts record[member]', 'the member is one of the type of the record'],
  ['src/domain/reference-files/table-parser.ts values[column]', 'the column is one that a table here requires'],
  ['src/demo/scripted-partner.ts rows[longest]', 'the key is one of the table itself, or *'],
  ['src/launch/install.js installed[path]', 'paths of packages contain node_modules/'],
]);

test('a text is looked up only in what a table itself holds', () => {
  const compiler = new API();
  try {
    const [project] = compiler.updateSnapshot({ openProject: 'tsconfig.json' }).getProjects();
    const found = new Set(project === undefined ? [] : lookUps(project));
    expect([...found].filter((place) => !KNOWN_KEYS.has(place) && !OWN_NAMES.test(place))).toEqual([]);
    expect([...KNOWN_KEYS.keys()].filter((place) => !found.has(place))).toEqual([]);
  } finally {
    compiler.close();
  }
}, 60_000);

function lookUps({ program, checker }: Project): string[] {
  const ours = program.getSourceFileNames().filter((name) => name.startsWith(`${ROOT}/src/`));
  return ours.flatMap((name) => {
    const file = program.getSourceFile(name);
    const keyed = file === undefined ? [] : keysIn(file);
    const types = keyed.length === 0 ? [] : checker.getTypeAtLocation(keyed.map(({ key }) => key));
    return keyed.flatMap(({ node }, place) => {
      const type = types[place];
      const mayBeAnyText = type !== undefined && /\bstring\b/.test(checker.typeToString(type));
      return mayBeAnyText ? [`${relative(ROOT, name)} ${node.getText()}`] : [];
    });
  });
}

/** Every `table[key]` and `key in table`. */
function keysIn(parent: Node): { node: Node; key: Node }[] {
  const found: { node: Node; key: Node }[] = [];
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node)) found.push({ node, key: node.argumentExpression });
    if (isBinaryExpression(node) && node.operatorToken.getText() === 'in') found.push({ node, key: node.left });
    node.forEachChild((child) => void visit(child));
  };
  visit(parent);
  return found;
}
