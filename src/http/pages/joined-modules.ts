/** A module with all that it imports as one script, for websites: one request, no address to find, compressed as one. */

import { posix } from 'node:path';
import { type ImportDeclaration, type ModuleDeclaration, parse, type Statement } from 'acorn';

/** Such as `const { fold: fold } = m3;` in place of what a part of the text says. */
type Change = { start: number; end: number; text: string };

/**
 * Answers the modules as functions, what is imported first, and the name of the object with the exports of the entry.
 *
 * @param textOf of the module at a path
 * @throws Error for what cannot be joined: a module that is imported at its first use, and `import.meta`
 */
export function joinedModules(entry: string, textOf: (path: string) => string): { text: string; exports: string } {
  const { text, names } = joinModules([entry], textOf);
  return { text, exports: names.get(entry) ?? '' };
}

/**
 * The same for several, with the name of each.
 *
 * @param known the names of modules that are there already
 */
export function joinModules(
  entries: readonly string[],
  textOf: (path: string) => string,
  known: ReadonlyMap<string, string> = new Map(),
): { text: string; names: ReadonlyMap<string, string> } {
  const names = new Map(known);
  const pieces: string[] = [];
  for (const entry of entries) nameOf(entry);
  return { text: pieces.join('\n'), names };

  function nameOf(path: string): string {
    const name = names.get(path);
    return name ?? join(path);
  }

  function join(path: string): string {
    const piece = asFunction(path, textOf(path), (specifier) => nameOf(posix.join(posix.dirname(path), specifier)));
    const name = `m${names.size}`;
    names.set(path, name);
    pieces.push(`const ${name} = ${piece};`);
    return name;
  }
}

function asFunction(path: string, text: string, nameOf: (specifier: string) => string): string {
  if (/\bimport\s*[(.]/.test(text)) throw new Error(`${path} imports at first use, or asks where it is.`);
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  const exported: string[] = [];
  let rest = text;
  for (const node of body.toReversed()) {
    const change = changeOf(node);
    if (change !== undefined) rest = rest.slice(0, change.start) + change.text + rest.slice(change.end);
  }
  return `(() => {\n${rest.trim()}\nreturn { ${exported.join(', ')} };\n})()`;

  function changeOf(node: Statement | ModuleDeclaration): Change | undefined {
    const { start } = node;
    if (node.type === 'ImportDeclaration') return taking(path, node, nameOf(String(node.source.value)));
    if (node.type !== 'ExportNamedDeclaration') {
      if (/^(?:Export|Import)/.test(node.type)) throw notJoined(path, start);
      return undefined;
    }
    const { declaration } = node;
    if (!declaration) throw notJoined(path, start);
    if (declaration.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) {
        if (id.type !== 'Identifier' || declaration.kind !== 'const') throw notJoined(path, start);
        exported.push(id.name);
      }
    } else exported.push(declaration.id.name);
    return { start, end: declaration.start, text: '' };
  }
}

/** What an import takes, out of the object with the exports. */
function taking(path: string, { start, end, specifiers }: ImportDeclaration, name: string): Change {
  const taken = specifiers.map((one) => {
    if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') throw notJoined(path, start);
    const { imported, local } = one;
    return imported.name === local.name ? local.name : `${imported.name}: ${local.name}`;
  });
  return { start, end, text: `const { ${taken.join(', ')} } = ${name};` };
}

/**
 * A module that takes what it imports out of modules that are joined; what else it imports stays.
 *
 * @param names of those that are joined, by their path
 */
export function withJoined(path: string, text: string, names: ReadonlyMap<string, string>): string {
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  let rest = text;
  for (const node of body.toReversed()) {
    if (node.type !== 'ImportDeclaration') continue;
    const name = names.get(posix.join(posix.dirname(path), String(node.source.value)));
    if (name === undefined) continue;
    const change = taking(path, node, name);
    rest = rest.slice(0, change.start) + change.text + rest.slice(change.end);
  }
  return rest;
}

function notJoined(path: string, at: number): Error {
  return new Error(`${path} imports or exports in a way that cannot be joined, at character ${at}.`);
}
