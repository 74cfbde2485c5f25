/** What the log of a process tells of a partner that refuses our search token. */

import { expect, test } from 'vitest';
import * as does from '../../../src/mock-partner/partner-behaviours.ts';
import { GENES, startOdd } from '../../support/network/network-of-partners.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../../support/registry/alpha-registry.ts';
import { startCliRegistry } from '../../support/registry/cli-registry.ts';

const TOKEN = 'search-token-for-odd';

test('the log tells the administrator of a refused token, without the token', async () => {
  const refusal = does.status(401, 'Invalid API token.');
  const genes = does.dependingOn(({ headers }) => (headers.authorization === undefined ? does.genes(2) : refusal));
  await using odd = await startOdd({ [GENES.asked]: genes });
  await using registry = await startCliRegistry(ALPHA_SNAPSHOT, {
    APP_SETTINGS_ISEARCH_APIS: `${odd.url}?auth=${TOKEN}`,
  });
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  const answer = await fetch(registry.url + GENES.path, { headers });
  const { summary } = (await answer.json()) as { summary: string };
  expect(summary).toContain('127.0.0.1 refused our token, so only what the public may see is shown');
  await registry.stop('SIGTERM');
  const errors = registry.written().match(/^\{"level":50,.*$/gm) ?? [];
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([
    {
      partner: new URL(odd.url).host,
      what: 'refuses the search token configured for it; it is asked without for now',
    },
  ]);
  expect(registry.written()).not.toContain(TOKEN);
});
