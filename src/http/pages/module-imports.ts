/** What the modules that browsers load import of each other. */

import { posix } from 'node:path';

/** Modules by their path below `/assets/`. */
export type Modules = ReadonlyMap<string, string>;

const IMPORT =
  /^[ \t]*(?:import|export)\b[^;'"]{0,500}?\bfrom\s*'(\.[^']+)'|^[ \t]*import\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Modules have one address, be they made of TypeScript, or compiled already as in the package. */
export function withScriptImports(text: string): string {
  return text.replace(IMPORT, (statement) => statement.replace(/\.ts'/, ".js'"));
}

export type Imported = { path: string; isLate: boolean };

/** In their order; `isLate` is what is imported at its first use. */
export function importedBy(text: string, path: string): Imported[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, bare, late]) => {
    const specifier = from ?? bare ?? late;
    if (specifier === undefined) return [];
    return [{ path: posix.join(posix.dirname(path), specifier), isLate: late !== undefined }];
  });
}

/**
 * All that a module needs, and what that needs, without the module itself.
 *
 * @param isWanted which of those that are imported at their first use count, too
 */
export function neededBy(path: string, modules: Modules, isWanted: (path: string) => boolean = () => false): string[] {
  const found = new Set<string>();
  const visit = (one: string): void => {
    for (const next of importedBy(modules.get(one) ?? '', one)) {
      if (next.isLate && !isWanted(next.path)) continue;
      if (found.has(next.path) || next.path === path) continue;
      found.add(next.path);
      visit(next.path);
    }
  };
  visit(path);
  return [...found];
}
