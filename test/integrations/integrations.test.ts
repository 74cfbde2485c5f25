/** Integrations for programs of the field beside everything else: closed ones cost nothing, open ones are loaded when somebody asks. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { test } from '../support/worlds.ts';

test('without a setting no integration that holds something back is open', async ({ alpha }) => {
  for (const path of ['/mme/heartbeat', '/mme', '/mmex', '/SearchScientistByGene', '/mcp']) {
    expect([path, (await alpha.get(path)).status]).toEqual([path, 404]);
  }
});

test('the list names no integration but by an import at its first use', () => {
  const list = readFileSync(fileURLToPath(new URL('../../src/integrations/integrations.ts', import.meta.url)), 'utf8');
  const imported = [...list.matchAll(/^import .* from '(.+)';$/gm)].map(([, from]) => from);
  expect(imported).toEqual(['express', '../domain/memoize.ts', './integration.ts']);
});
