/** What browsers get of a module is the same program, without the words that are for its authors. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { browserSource, withoutTypes } from '../../../src/http/pages/browser-source.ts';
import { pageAssets } from '../../../src/http/pages/page-assets.ts';

const modules = pageAssets({})
  .paths()
  .filter((path) => path.endsWith('.ts'));

describe('what browsers get of a module', () => {
  test.each(modules)('%s is the same program', (path) => {
    const source = readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8');
    expect(programOf(browserSource(source))).toEqual(programOf(withoutTypes(source)));
  });

  test.each(modules)('%s holds no comment', (path) => {
    const source = readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8');
    expect(browserSource(source)).not.toMatch(/^\s*(?:\/\*|\*|\/\/)/m);
  });

  test('a text that looks like a comment would be noticed', () => {
    const source = 'export const text = `\n// not a comment\n`;\n';
    expect(programOf(browserSource(source))).not.toEqual(programOf(withoutTypes(source)));
  });
});

/** The tree of a program, without the places where things stand. */
function programOf(text: string): unknown {
  return JSON.parse(
    JSON.stringify(parseAst(text), (key, value) => (key === 'start' || key === 'end' ? undefined : value)),
  );
}
