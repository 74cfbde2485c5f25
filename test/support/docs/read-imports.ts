/** What a source text imports, read without running it. */

export type Import = {
  /** What is imported, or undefined when it is computed while running. */
  specifier: string | undefined;
  kind: 'static' | 'type' | 'dynamic';
};

// Strings are matched so that what looks like a comment within one stays.
const stringOrComment = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const statement = /^[ \t]*(?:import|export)\b\s*(type\b(?!\s+from\b))?(?:[^'"`;]*?\bfrom\b)?\s*(['"])([^'"]+)\2/gm;
const call = /(\btypeof\s+)?\bimport\(\s*(?:(['"])([^'"]+)\2)?[^)]*\)(\s*\.\s*[A-Z])?/g;

/**
 * Every import of a source text: statements, `export … from` and calls. What type stripping removes is a `type`; an
 * `import { type A }` is not, because the import of the module stays.
 */
export function readImports(text: string): Import[] {
  const code = text.replace(stringOrComment, (_, string: string | undefined) => string ?? ' ');
  const statements = [...code.matchAll(statement)].map(
    ([, type, , specifier]): Import => ({ specifier, kind: type ? 'type' : 'static' }),
  );
  const calls = [...code.matchAll(call)].map(
    ([, typeOf, , specifier, member]): Import => ({ specifier, kind: typeOf || member ? 'type' : 'dynamic' }),
  );
  return [...statements, ...calls];
}
