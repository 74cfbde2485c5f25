/**
 * Libraries: modules that pages load together, joined to one file each. A page of a hundred small files is slow on a line
 * with a long way, and small files compress badly.
 *
 * No module may be loaded twice, as it would have its state twice. So whatever is in a library is imported from it by
 * every module of the page; by its own path it is for the widget and the client, which never meet the page.
 */

import { posix } from 'node:path';
import { parse } from 'acorn';
import { joinModules, withJoined } from './joined-modules.ts';
import { importedBy, type Modules, neededBy } from './module-imports.ts';

/** A file, and the modules whose needs it holds; they themselves stay by themselves. */
export type Library = { path: string; of: readonly string[] };

/** What is in one of them is in no later one. */
export const LIBRARIES: readonly Library[] = [
  {
    path: 'web/browser/every-page.js',
    of: ['web/browser/text-page.js', 'web/browser/message.js', 'web/browser/search.js'],
  },
  { path: 'web/browser/results/answer.js', of: ['web/browser/results/live-answer.js'] },
  { path: 'web/words/en/joined.js', of: ['web/words/en/searching.js'] },
  { path: 'web/words/fr/joined.js', of: ['web/words/fr/searching.js'] },
];

/**
 * Answers the libraries, and the modules as they import from them.
 *
 * @param isOfPage which modules are loaded by pages alone
 * @throws Error for a module that cannot be joined though it imports nothing at first use
 */
export function withLibraries(
  modules: Modules,
  libraries: readonly Library[],
  isOfPage: (path: string) => boolean,
): Modules {
  const textOf = (path: string): string => {
    const text = modules.get(path);
    if (text === undefined) throw new Error(`${path}, which a library needs, is not among the assets.`);
    return text;
  };
  const isAlone = modulesAlone(modules);
  const placed = new Map<string, { name: string; library: string }>();
  const made = new Map<string, string>();
  for (const { path, of } of libraries) {
    const inIt = [...new Set(of.flatMap((one) => neededBy(one, modules)))].filter(
      (one) => !placed.has(one) && !isAlone(one),
    );
    const { text, names } = joinModules(inIt, textOf, new Map([...placed].map(([one, { name }]) => [one, name])));
    for (const one of inIt) placed.set(one, { name: names.get(one) ?? '', library: path });
    const needed = inIt.flatMap((one) => importedBy(textOf(one), one)).map((one) => one.path);
    const before = importsOf(path, new Set(needed.filter((one) => !inIt.includes(one))));
    made.set(path, `${before}${text}\nexport { ${inIt.map((one) => names.get(one)).join(', ')} };`);
  }
  return new Map([...[...modules].map(([path, text]) => [path, rewritten(path, text)] as const), ...made]);

  function rewritten(path: string, text: string): string {
    if (!isOfPage(path) || placed.has(path)) return text;
    const joined = importedBy(text, path).filter((one) => placed.has(one.path));
    if (joined.length === 0) return text;
    const names = new Map([...placed].map(([one, { name }]) => [one, name]));
    return importsOf(path, new Set(joined.map((one) => one.path))) + withJoined(path, text, names);
  }

  /** One statement for each library from which something is needed. */
  function importsOf(from: string, needed: ReadonlySet<string>): string {
    const names = new Map<string, string[]>();
    for (const one of needed) {
      const { name, library } = placed.get(one) ?? {};
      if (name !== undefined && library !== undefined) names.set(library, [...(names.get(library) ?? []), name]);
    }
    return [...names]
      .map(([library, taken]) => `import { ${taken.join(', ')} } from '${wayTo(library, from)}';\n`)
      .join('');
  }
}

/** Whatever is imported at first use, or imports something so, or waits, stays by itself, and so does what needs it. */
function modulesAlone(modules: Modules): (path: string) => boolean {
  const all = [...modules].filter(([path]) => path.endsWith('.js'));
  const late = all.flatMap(([path, text]) => importedBy(text, path).filter((one) => one.isLate));
  const alone = new Set([
    ...late.map((one) => one.path),
    ...all
      .filter(([path, text]) => importedBy(text, path).some((one) => one.isLate) || waits(text))
      .map(([path]) => path),
  ]);
  return (path) => [path, ...neededBy(path, modules)].some((one) => alone.has(one));
}

/** Whether what imports a module goes on only after something has come. */
function waits(text: string): boolean {
  return /\bawait\b/.test(text) && hasAwait(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
}

/** Outside any function. */
function hasAwait(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const type = 'type' in node ? String(node.type) : '';
  if (type === 'AwaitExpression') return true;
  return !/Function/.test(type) && Object.values(node).some(hasAwait);
}

function wayTo(path: string, from: string): string {
  const way = posix.relative(posix.dirname(from), path);
  return way.startsWith('.') ? way : `./${way}`;
}
