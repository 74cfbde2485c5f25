/** What browsers get of a module is the same program, without the words that are for its authors. */

import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { browserSources } from '../../../src/http/pages/browser-source.ts';
import { pageAssets } from '../../../src/http/pages/page-assets.ts';

const folder = fileURLToPath(new URL('../../../src/', import.meta.url));
const paths = (await pageAssets({}).paths()).filter((path) => path.endsWith('.ts'));
let sources: ReadonlyMap<string, string>;
beforeAll(async () => {
  sources = await browserSources({ folder, paths });
});

describe('what browsers get of a module', () => {
  test.each(paths)('%s is the same program', (path) => {
    expect(programOf(sources.get(path) ?? '')).toEqual(programOfSource(readFileSync(join(folder, path), 'utf8')));
  });

  test.each(paths)('%s holds no comment', (path) => {
    expect(sources.get(path)).not.toMatch(/^\s*(?:\/\*|\*|\/\/)/m);
  });

  test('a text that looks like a comment stays', async () => {
    using temporary = mkdtempDisposableSync(join(tmpdir(), 'browser-source-'));
    const text = 'export const text = `\n// not a comment\n`;\n';
    writeFileSync(join(temporary.path, 'text.ts'), text);
    const found = await browserSources({ folder: temporary.path, paths: ['text.ts'] });
    expect(programOf(found.get('text.ts') ?? '')).toEqual(programOfSource(text));
  });
});

function programOfSource(text: string): unknown {
  return programOf(stripTypeScriptTypes(text));
}

/** The tree of a program, without the places where things stand. */
function programOf(text: string): unknown {
  return JSON.parse(
    JSON.stringify(parseAst(text), (key, value) => (key === 'start' || key === 'end' ? undefined : value)),
  );
}
