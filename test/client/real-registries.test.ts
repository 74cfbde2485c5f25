/** The client asks a real registry that has a real partner: every answer is what the OpenAPI document says. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { AnswerLine } from '../../src/client/answers.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { closed } from '../server/routes/federated-openapi-reader.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { test } from '../support/worlds.ts';
import { answer, collected, startScriptedRegistry } from './scripted-registry.ts';

const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };

let partner: TestRegistry;
let registry: TestRegistry;
let misfits: (schema: string, value: unknown) => string;
test.beforeAll(async ({ alpha }) => {
  partner = alpha;
  const settings = { APP_SITE_HOST: 'https://other.example.org', APP_SETTINGS_ISEARCH_APIS: partner.url };
  registry = await startAlpha({ ...ANONYMISING, ...settings });
  const document = await createClient({ baseUrl: registry.url }).federated.description();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...(closed(document) as object) });
  misfits = (schema, value) =>
    ajv.validate({ $ref: `document#/components/schemas/${schema}` }, value) ? '' : ajv.errorsText();
});
afterAll(() => registry[Symbol.asyncDispose]());

const ANSWERS: [schema: string, name: string, ask: (client: Client) => Promise<unknown>][] = [
  ['FoundGenePage', 'a search for genes', ({ federated }) => federated.searchGenes(BRCA1, { size: 5 })],
  ['FoundUserPage', 'a search for researchers', ({ federated }) => federated.searchUsers({ descriptionLike: 'e' })],
  ['FoundGenePage', 'a list of genes', ({ federated }) => federated.listGenes({ size: 50 })],
  ['FoundUserPage', 'a list of researchers', ({ federated }) => federated.listUsers({ size: 50 })],
  ['StatsAnswer', 'statistics', ({ federated }) => federated.stats()],
  ['TermsAnswer', 'terms', ({ federated }) => federated.terms('mondo', ['MONDO:0000001', 'nope'])],
  ['Resolution', 'what a text means', ({ federated }) => federated.resolve('BRCA1')],
  ['Coverage', 'coverage', ({ federated }) => federated.coverage(BRCA1)],
  ['Coverage', 'coverage of what nobody knows', ({ federated }) => federated.coverage({ ...BRCA1, symbol: 'NOPE' })],
  ['Partners', 'the partners', ({ federated }) => federated.partners()],
  ['FoundUser', 'a researcher', ({ federated }) => federated.user(19, { origin: 'local' })],
];

const STREAMS: [part: string, name: string, ask: (client: Client) => AsyncIterable<AnswerLine<unknown>>][] = [
  ['GenePart', 'a search for genes', ({ federated }) => federated.streamGenes(BRCA1)],
  ['UserPart', 'a search for researchers', ({ federated }) => federated.streamUsers({ descriptionLike: 'e' })],
  ['GenePart', 'a list of genes', ({ federated }) => federated.streamGeneList({ size: 50 })],
  ['UserPart', 'a list of researchers', ({ federated }) => federated.streamUserList({ size: 50 })],
  ['StatsPart', 'statistics', ({ federated }) => federated.streamStats()],
  ['TermPart', 'terms', ({ federated }) => federated.streamTerms('mondo', ['MONDO:0000001'])],
  ['CoveragePart', 'coverage', ({ federated }) => federated.streamCoverage(BRCA1)],
];

describe.each([
  ['anybody', undefined],
  ['an administrator', TOKENS.admin],
])('%s', (_name, token) => {
  const client = () => createClient({ baseUrl: registry.url, token });

  test.each(ANSWERS)('is answered a %s to %s', async (schema, _what, ask) => {
    expect(misfits(schema, await ask(client()))).toBe('');
  });

  test.each(STREAMS)('is answered a plan, a %s of both registries, and an end to %s', async (part, _what, ask) => {
    const lines = await collected(ask(client()));
    expect(lines.map(({ type }) => type)).toEqual(['plan', 'part', 'part', 'end']);
    const schemas = { plan: 'Plan', part, end: 'End' };
    expect(lines.map((line) => misfits(schemas[line.type], line))).toEqual(['', '', '', '']);
  });
});

test('pages lead on by their cursor until every record was seen once', async () => {
  const { federated } = createClient({ baseUrl: registry.url });
  const seen: unknown[] = [];
  const numbers: number[] = [];
  for await (const page of federated.allPages((next) => federated.searchGenes(BRCA1, next), { size: 5 })) {
    seen.push(...page.content.map(({ remoteUser, geneId }) => [remoteUser.origin, remoteUser.id, geneId]));
    numbers.push(page.number);
    expect(page.last).toBe(page.totalPages === numbers.length);
    expect(page.totalElements).toBeGreaterThanOrEqual(seen.length);
  }
  expect(numbers).toEqual(numbers.map((_, place) => place));
  expect(seen).toHaveLength((await federated.searchGenes(BRCA1, { size: 2000 })).totalElements);
});

describe('beside a partner that is down', () => {
  let beside: TestRegistry;
  let federated: Client['federated'];
  beforeAll(async () => {
    const partners = { APP_SETTINGS_ISEARCH_APIS: `${partner.url},${await closedAddress()}` };
    beside = await startAlpha({ ...ANONYMISING, APP_SITE_HOST: 'https://third.example.org', ...partners });
    federated = createClient({ baseUrl: beside.url }).federated;
  });
  afterAll(() => beside[Symbol.asyncDispose]());

  type Turning = { complete: boolean; cursor: string | null; retryCursor: string | null };
  type AskPage = (next: Parameters<Client['federated']['listGenes']>[0]) => Promise<Turning>;
  const walks: [string, AskPage][] = [
    ['a search', (next) => federated.searchGenes(BRCA1, next)],
    ['a list of genes', (next) => federated.listGenes(next)],
    ['a list of researchers', (next) => federated.listUsers(next)],
  ];
  test.each(walks)('all pages of %s end, and the last one leads to a new try', async (_what, ask) => {
    const pages: Turning[] = [];
    for await (const page of federated.allPages(ask, { size: 50 })) {
      pages.push(page);
      if (pages.length > 100) throw new Error('The walk does not end.');
    }
    expect(pages.filter(({ complete }) => complete)).toEqual([]);
    expect(pages.filter(({ cursor }) => cursor === null)).toEqual([pages.at(-1)]);
    expect(pages.at(-1)?.retryCursor).toEqual(expect.any(String));
  });

  test('the end of a streamed list leads to a new try', async () => {
    const end = (await collected(federated.streamUserList({ size: 2000 }))).at(-1);
    expect(end).toMatchObject({ type: 'end', complete: false, cursor: null, retryCursor: expect.any(String) });
  });
});

test('an anonymised researcher is found again at their registry', async () => {
  const { federated } = createClient({ baseUrl: registry.url });
  const { content } = await federated.listUsers({ size: 50, origins: ['local'] });
  const hidden = content.find((user) => user.id === undefined);
  const again = await federated.userByAnonymousId(hidden?.anonymousId ?? '', { origin: 'local' });
  expect(again).toMatchObject({ anonymousId: hidden?.anonymousId, privacyLevel: hidden?.privacyLevel });
});

test.each([
  ['unknown-origin', (client: Client) => client.federated.stats({ origins: ['nope'] })],
  ['cursor-invalid', (client: Client) => client.federated.searchGenes(BRCA1, { cursor: 'x.y' })],
  ['path-invalid', (client: Client) => client.federated.userByAnonymousId('abc', { origin: 'local' })],
  ['origin-record-unknown', (client: Client) => client.federated.user(4711, { origin: 'local' })],
])('what cannot be answered has the code %s', async (code, ask) => {
  await expect(ask(createClient({ baseUrl: registry.url }))).rejects.toMatchObject({ name: 'ClientError', code });
});

/** Of a server that listens no more. */
async function closedAddress(): Promise<string> {
  await using gone = await startScriptedRegistry(answer({}));
  return gone.url;
}
