/** A module with all that it imports as one script, for websites: one request, no address to find, compressed as one. */

import { posix } from 'node:path';
import { type ModuleDeclaration, parse, type Statement } from 'acorn';

/** Such as `const { fold: fold } = m3;` in place of what a part of the text says. */
type Change = { start: number; end: number; text: string };

/**
 * Answers the modules as functions, what is imported first, and the name of the object with the exports of the entry.
 *
 * @param textOf of the module at a path
 * @throws Error for what cannot be joined: a module that is imported at its first use, and `import.meta`
 */
export function joinedModules(entry: string, textOf: (path: string) => string): { text: string; exports: string } {
  const names = new Map<string, string>();
  const pieces: string[] = [];
  const exports = nameOf(entry);
  return { text: pieces.join('\n'), exports };

  function nameOf(path: string): string {
    const known = names.get(path);
    if (known !== undefined) return known;
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
    const { start, end } = node;
    if (node.type === 'ImportDeclaration') {
      const taken = node.specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') throw notJoined(path, start);
        return `${one.imported.name}: ${one.local.name}`;
      });
      return { start, end, text: `const { ${taken.join(', ')} } = ${nameOf(String(node.source.value))};` };
    }
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

function notJoined(path: string, at: number): Error {
  return new Error(`${path} imports or exports in a way that cannot be joined, at character ${at}.`);
}
