/** What partners say with a status: what it means for the answer, and when they will be asked again. */

import { describe, expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import {
  type AskOptions,
  askBeside,
  type Expected,
  expectAnswer,
  GENES,
  learned,
  ROUTES,
  type Route,
  startOdd,
} from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

const MOUSE = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };

type Row = [name: string, behaviour: Behaviour, expected: Expected];

const NOT_AVAILABLE = '3 of 4 registries answered; OddNet is not available at the moment.';
const TEN_MINUTES = 600;
const inAMinute = () => new Date(Date.now() + 60_000).toUTCString();

/** Such as RDP 1.5 writes it (rdp-protocol 1.14). */
function errorDocument(status: number, error: string): Behaviour {
  return does.status(status, { timestamp: '2026-08-22T10:00:00.000+00:00', status, error, path: '/api/genes/search' });
}

const ANYWHERE: Row[] = [
  [
    '400',
    does.status(400, 'Required parameter is not present.'),
    { state: 'failed', status: 400, summary: '3 of 4 registries answered; OddNet rejected the question.' },
  ],
  [
    '418',
    does.status(418),
    { state: 'failed', status: 418, summary: '3 of 4 registries answered; OddNet rejected the question.' },
  ],
  [
    '500',
    errorDocument(500, 'Internal Server Error'),
    { state: 'failed', status: 500, summary: '3 of 4 registries answered; OddNet answered with an error.' },
  ],
  [
    '503 and a page, from a server in front of it',
    ({ response }) => void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html>Down</html>'),
    { state: 'failed', status: 503, summary: NOT_AVAILABLE },
  ],
  [
    '503 and words of another program',
    does.status(503, { message: 'Service Unavailable' }),
    { state: 'failed', status: 503, summary: NOT_AVAILABLE },
  ],
  ['503 and nothing', does.status(503), { state: 'failed', status: 503, summary: NOT_AVAILABLE }],
  [
    'that it lacks ontologies which nobody asked for',
    does.status(400, 'The following ontologies do not exist in this registry: mondo.'),
    { state: 'failed', status: 400, summary: '3 of 4 registries answered; OddNet rejected the question.' },
  ],
  [
    '401',
    does.status(401, 'Full authentication is required.'),
    {
      state: 'refused',
      status: 401,
      summary: '3 of 4 registries answered; OddNet refused access.',
    },
  ],
  [
    '403',
    errorDocument(403, 'Forbidden'),
    {
      state: 'refused',
      status: 403,
      summary: '3 of 4 registries answered; OddNet refused access.',
    },
  ],
];

/** Statuses after which it rests. */
const LEAVE_ME: Row[] = [
  [
    '429',
    does.status(429, 'Slowly.'),
    {
      ...{ state: 'busy', status: 429, nextTryInSeconds: 180 },
      summary: '3 of 4 registries answered; OddNet asks us to wait.',
    },
  ],
  [
    '429 and a number of seconds',
    does.status(429, 'Slowly.', { 'Retry-After': 45 }),
    {
      ...{ state: 'busy', status: 429, nextTryInSeconds: 45 },
      summary: '3 of 4 registries answered; OddNet asks us to wait.',
    },
  ],
  [
    '429 and a date',
    (call) => does.status(429, 'Slowly.', { 'Retry-After': inAMinute() })(call),
    {
      ...{ state: 'busy', status: 429, nextTryInSeconds: 60 },
      summary: '3 of 4 registries answered; OddNet asks us to wait.',
    },
  ],
  [
    '503, as it is switched off',
    does.status(503, 'Public API is not available for this registry.'),
    {
      ...{ state: 'failed', status: 503, nextTryInSeconds: TEN_MINUTES },
      summary: '3 of 4 registries answered; OddNet is switched off.',
    },
  ],
  [
    '503, as it is switched off, as a page',
    ({ response }) =>
      void response
        .writeHead(503, { 'Content-Type': 'text/html' })
        .end('Public API is not available for this registry.'),
    {
      ...{ state: 'failed', status: 503, nextTryInSeconds: TEN_MINUTES },
      summary: '3 of 4 registries answered; OddNet is switched off.',
    },
  ],
  [
    '503 and a number of seconds',
    does.status(503, 'Back soon.', { 'Retry-After': 90 }),
    {
      ...{ state: 'failed', status: 503, nextTryInSeconds: 90 },
      summary: '3 of 4 registries answered; OddNet is not available at the moment.',
    },
  ],
];

async function answerTo(
  { partnerPath, path }: Route,
  behaviour: Behaviour,
  version = '1.5.10',
  options: AskOptions = {},
) {
  await using odd = await startOdd({ [partnerPath]: behaviour }, version);
  return await askBeside(neighbours, { url: odd.url }, { path, knownAs: version, ...options });
}

describe.each(sampleOf(ROUTES, 1))('in $name, a partner that answers', (route) => {
  test.each(sampleOf([...ANYWHERE, ...LEAVE_ME], 8))('%s: the answer says so', async (_, behaviour, expected) => {
    expectAnswer(await answerTo(route, behaviour), expected);
  });
});

test.each(sampleOf(LEAVE_ME, 3))(
  'after %s a partner is not asked again until then',
  async (_, behaviour, { summary, nextTryInSeconds = 0 }) => {
    await using odd = await startOdd({ [GENES.partnerPath]: behaviour });
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    await askPlain(registry, GENES.path);
    const requests = odd.requests.length;
    for (const { path } of ROUTES) {
      const answer = await askPlain(registry, path);
      expect(answer.summary).toBe(summary.replace('OddNet', 'OddNet is not asked for a while, as it'));
      const { state, problem } = answer.origins.find(({ key }) => key === 'odd') ?? {};
      expect([state, problem?.error, problem?.status]).toEqual(['resting', null, null]);
      expect((Date.parse(problem?.nextTryAt ?? '') - Date.now()) / 1000).toBeGreaterThan(nextTryInSeconds - 5);
    }
    expect(odd.requests).toHaveLength(requests);
  },
);

describe('a partner of 1.5 that answers 503', () => {
  const CLOSED = errorDocument(503, 'Service Unavailable');
  const [, USERS] = ROUTES as [Route, Route, Route, Route];

  test.each([GENES, USERS])('to everything, is switched off: $name', async ({ partnerPath, path }) => {
    await using odd = await startOdd();
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    odd.play({ '/api': CLOSED, [partnerPath]: CLOSED });
    expect((await askPlain(registry, path)).summary).toBe('3 of 4 registries answered; OddNet is switched off.');
    const other = path === GENES.path ? USERS.path : GENES.path;
    expect((await askPlain(registry, other)).summary).toBe(
      '3 of 4 registries answered; OddNet is not asked for a while, as it is switched off.',
    );
  });

  test.each([
    [GENES, USERS, 'OddNet does not let us search by gene'],
    [USERS, GENES, 'OddNet does not let us search for researchers'],
  ])('to one kind of search, goes on answering the other: $name', async (closed, open, clause) => {
    await using odd = await startOdd({ [closed.partnerPath]: CLOSED });
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    for (const _ of ['once', 'twice']) {
      const { summary, origins } = await askPlain(registry, closed.path);
      expect(summary).toBe(`3 of 4 registries answered; ${clause}.`);
      expect(origins.find(({ key }) => key === 'odd')).toMatchObject({ state: 'unsupported', count: 0, exact: false });
      expect((await askPlain(registry, open.path)).summary).toBe('All 4 registries answered.');
    }
    expect(odd.requestsTo(closed.partnerPath)).toHaveLength(1);
  });

  test.each(['users', 'genes'])('as it issues no anonymous IDs, goes on answering: %s', async (kind) => {
    const id = '11111111-2222-4333-8444-555555555555';
    const path = `/api/${kind}/by-anonymous-id/${id}`;
    await using odd = await startOdd({ [path]: CLOSED });
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    const reply = await fetch(`${registry.url}/api/federated/${kind}/by-anonymous-id/${id}?origin=odd`);
    expect([reply.status, await reply.json()]).toEqual([
      501,
      expect.objectContaining({ detail: expect.stringContaining('issues no anonymous IDs') }),
    ]);
    expect((await askPlain(registry, GENES.path)).summary).toBe('All 4 registries answered.');
  });
});

test.each(sampleOf(ANYWHERE, 2))(
  'after %s a partner is asked again at the next question',
  async (_, behaviour, { summary }) => {
    let behave = behaviour;
    await using odd = await startOdd({ [GENES.partnerPath]: (call) => behave(call) });
    await using registry = await neighbours.open({ url: odd.url });
    expect((await askPlain(registry, GENES.path)).summary).toBe(summary);
    behave = does.genes(1);
    expect((await askPlain(registry, GENES.path)).summary).toBe('All 4 registries answered.');
  },
);

describe('a partner that answers 404', () => {
  const UNKNOWN: Expected = {
    ...{ state: 'unknown-term', status: 404 },
    summary: 'All 4 registries answered; OddNet does not know the symbol BRCA1.',
  };
  const UNSUPPORTED: Expected = {
    ...{ state: 'unsupported', status: 404 },
    summary: '3 of 4 registries answered; OddNet cannot be asked this.',
  };
  const REJECTED: Expected = {
    ...{ state: 'failed', status: 404 },
    summary: '3 of 4 registries answered; OddNet rejected the question.',
  };
  const SWITCHED_OFF: Expected = {
    ...{ state: 'failed', status: 404, nextTryInSeconds: TEN_MINUTES },
    summary: '3 of 4 registries answered; OddNet is switched off.',
  };
  const noEndpoint = does.status(404, 'No endpoint found for your request URL.');
  const [search, users, ...listings] = ROUTES as [Route, Route, Route, Route];

  test.each([
    ['with the symbol it does not know', '1.5.10', does.status(404, 'Unknown gene with symbol: BRCA1.'), UNKNOWN],
    ['without a word, being of 1.4', '1.4.11', does.status(404), UNKNOWN],
    ['without a word, being of 1.5', '1.5.10', does.status(404), UNSUPPORTED],
    ['without a word, being of 1.3', '1.0.0', does.status(404), SWITCHED_OFF],
    ['as it has no such address', '1.5.10', noEndpoint, UNSUPPORTED],
    ['in other words', '1.5.10', does.status(404, 'Nothing to see here.'), REJECTED],
  ])('%s: the answer says so', async (_, version, behaviour, expected) => {
    expectAnswer(await answerTo(search, behaviour, version), expected);
  });

  test('without a word, being of a version that nobody knows, is not taken for what it might mean', async () => {
    await using odd = await startScriptedPartner({ '/api': does.hang(), [GENES.partnerPath]: does.status(404) });
    expectAnswer(await askBeside(neighbours, { url: odd.url }), REJECTED);
  });

  test('to a search for researchers does not do as it should', async () => {
    expectAnswer(await answerTo(users, does.status(404, 'Nothing to see here.')), REJECTED);
    expectAnswer(await answerTo(users, noEndpoint), UNSUPPORTED);
  });

  test.each(sampleOf(listings, 1))('to $name has none', async (listing) => {
    expectAnswer(await answerTo(listing, errorDocument(404, 'Not Found')), UNSUPPORTED);
    expectAnswer(await answerTo(listing, does.status(404)), UNSUPPORTED);
  });
});

test('a partner that does not know the symbol is asked by other names, and the answer says by which', async () => {
  const snapshot = smallSnapshot();
  const genes = snapshot.genes.map((gene) => (gene.geneId === 672 ? { ...gene, aliases: 'RNF53|BRCC1' } : gene));
  const behaviour = does.dependingOn(({ params }) =>
    params.get('symbol') === 'RNF53' ? does.genes(2) : does.status(404, 'Unknown gene.'),
  );
  await using odd = await startOdd({ [GENES.partnerPath]: behaviour });
  await using registry = await neighbours.open({ url: odd.url }, { snapshot: { ...snapshot, genes } });
  const { summary, origins } = await askPlain(registry, GENES.path);
  expect(summary).toBe('All 4 registries answered.');
  expect(origins.find(({ key }) => key === 'odd')).toMatchObject({ state: 'answered', count: 2, askedAs: ['RNF53'] });
});

test('a partner that fails on one organism is asked for the others, and the missing one is named', async () => {
  const failing = errorDocument(500, 'Internal Server Error');
  await using odd = await startOdd({
    '/api/stats': does.json({ users: 3, researchersByTaxonId: { 9606: 2, 10090: 1 } }),
    [GENES.partnerPath]: does.dependingOn(({ params }) => {
      const isForMice = params.get('orthologTaxonId') === '10090' && params.getAll('tiers').join() === 'TIER1';
      return isForMice ? does.json([geneRecord(1, { geneId: 12189, symbol: 'Brca1', taxon: MOUSE })]) : failing;
    }),
  });
  expectAnswer(await askBeside(neighbours, { url: odd.url }, { knownAs: '1.5.10' }), {
    ...{ state: 'limited', count: 1 },
    summary: 'All 4 registries answered; OddNet cannot answer for human and mouse.',
  });
});
