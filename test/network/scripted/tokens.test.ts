/** A partner that refuses our search token: asked without it, reported where it matters, and the token shown nowhere. */

import { expect, test } from 'vitest';
import type { ScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import {
  ADMIN_TOKEN,
  askBeside,
  expectAnswer,
  GENES,
  learned,
  startOdd,
} from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

const TOKEN = 'search-token-for-odd';

/** Answers two genes to anybody, but not with a token. */
function startRefusing(): Promise<ScriptedPartner> {
  const refusal = does.status(401, 'Invalid API token.');
  const genes = does.dependingOn(({ headers }) => (headers.authorization === undefined ? does.genes(2) : refusal));
  return startOdd({ [GENES.partnerPath]: genes });
}

function tokensSent(odd: ScriptedPartner): (string | undefined)[] {
  return odd.requestsTo(GENES.partnerPath).map(({ headers }) => headers.authorization);
}

test('after a refused token, the question is put once more without it, for what the public may see', async () => {
  await using odd = await startRefusing();
  const entry = { url: odd.url, token: TOKEN };
  expectAnswer(await askBeside(neighbours, entry, { token: ADMIN_TOKEN, knownAs: '1.5.10' }), {
    ...{ state: 'limited', count: 2, status: 401 },
    summary: 'All 4 registries answered; OddNet refused our token, so only what the public may see is shown.',
  });
  // Once for the stream, once for the plain answer.
  expect(tokensSent(odd).toSorted()).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`, undefined, undefined]);
});

test('a refused token is not sent for a while, and the public does not learn of it', async () => {
  await using odd = await startRefusing();
  await using registry = await neighbours.open({ url: odd.url, token: TOKEN });
  await learned(registry, 'odd', '1.5.10');
  await askPlain(registry, GENES.path, ADMIN_TOKEN);
  expect(await askPlain(registry, GENES.path, ADMIN_TOKEN)).toMatchObject({
    complete: false,
    summary:
      'All 4 registries answered; OddNet refused our token a short while ago, so only what the public may see is shown.',
  });
  expect(await askPlain(registry, GENES.path)).toMatchObject({ complete: true, summary: 'All 4 registries answered.' });
  expect(tokensSent(odd)).toEqual([`Bearer ${TOKEN}`, undefined, undefined, undefined]);
});

test('administrators find a refused token among the partners, nobody else does', async () => {
  await using odd = await startRefusing();
  await using registry = await neighbours.open({ url: odd.url, token: TOKEN });
  const partner = async (token?: string) => {
    const { partners } = await registry.json('/api/federated/partners', token);
    return partners.find(({ key }: { key: string }) => key === 'odd');
  };
  expect((await partner(ADMIN_TOKEN)).details.tokenState).toBe('sent');
  await askPlain(registry, GENES.path, ADMIN_TOKEN);
  expect((await partner(ADMIN_TOKEN)).details.tokenState).toBe('refused');
  expect(await partner()).not.toHaveProperty('details');
});

test('the log reports a refused token to the administrator, without the token', async () => {
  await using odd = await startRefusing();
  await using registry = await startAlpha({
    LOG_LEVEL: 'error',
    APP_SETTINGS_ISEARCH_APIS: `${odd.url}?auth=${TOKEN}`,
  });
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  const answer = await fetch(registry.url + GENES.path, { headers });
  const { summary } = (await answer.json()) as { summary: string };
  expect(summary).toContain('127.0.0.1 refused our token, so only what the public may see is shown');
  const errors = registry.logged().trim().split('\n');
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([
    {
      partner: new URL(odd.url).host,
      what: 'refuses the search token configured for it; it is asked without for now',
    },
  ]);
  expect(registry.logged()).not.toContain(TOKEN);
});
