/** What an operator has switched off is not asked through a page either, whatever else is wrong with its address. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const GENES = 'symbol=BRCA1&taxonId=9606';
const RESEARCHERS = 'nameLike=a&prefix=false';

describe.each([
  {
    what: 'the API',
    settings: { APP_SETTINGS_ISEARCH_ENABLED: 'false' },
    closed: [
      `/search?${GENES}&render=server`,
      `/search?${RESEARCHERS}&render=server`,
      `/coverage?${GENES}`,
      '/coverage',
      '/userView/1',
      '/userView/no-number',
      `/export?format=csv&${GENES}`,
    ],
    open: ['/', `/search?${GENES}`],
  },
  {
    what: 'the search by gene',
    settings: { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' },
    closed: [`/search?${GENES}&render=server`, `/coverage?${GENES}`, '/coverage', `/export?format=csv&${GENES}`],
    open: [`/search?${RESEARCHERS}&render=server`, '/userView/19', `/export?format=csv&${RESEARCHERS}`],
  },
  {
    what: 'the search for researchers',
    settings: { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_GENE' },
    closed: [`/search?${RESEARCHERS}&render=server`, `/export?format=csv&${RESEARCHERS}`],
    open: [`/search?${GENES}&render=server`, `/coverage?${GENES}`, '/userView/19', `/export?format=csv&${GENES}`],
  },
])('where $what is switched off', ({ settings, closed, open }) => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startAlpha(settings);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test.each(closed)('%s is answered 503', async (address) => {
    expect((await registry.get(address)).status).toBe(503);
  });

  test.each(open)('%s is answered', async (address) => {
    expect((await registry.get(address)).status).toBe(200);
  });
});
