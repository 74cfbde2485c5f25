/** Two of our own registries and what real partners answered, federated: one total order, nobody lost, nobody doubled. */

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { questionKey } from '../../src/domain/federation/query-key.ts';
import { recordedPath } from '../contract/recorded-cases.ts';
import {
  questionOf,
  questionOfPath,
  type Recorded,
  type Recording,
  recordedAnswers,
} from '../federation/dialect/recorded-questions.ts';
import { startNetwork, versionsLearned } from '../support/network/start-network.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

/** `1.5.10` with ontology terms fails on such searches; how it is rescued is shown elsewhere. */
const PARTNERS: readonly Recording[] = ['1.3.4', '1.4.11', '1.5.10-plain'];
const OWN = { local: 'a-net', b: 'B-net' };
const NAMES: Readonly<Record<string, string>> = {
  ...OWN,
  ...Object.fromEntries(PARTNERS.map((key) => [key, `Registry ${key}`])),
};
const SEARCHES = ['symbol=BRCA1&taxonId=9606', 'symbol=SHH&taxonId=9606', 'symbol=TP53&taxonId=9606'];
/** The answers of 1.4 hold hidden people. */
const SUMMARY =
  'All 5 registries answered; Registry 1.4.11 takes hidden researchers with the same gene for one, so there may be more of them.';
const TIERS = ['TIER1', 'TIER2'];
const STEP_MS = 25;

const resources = new AsyncDisposableStack();
const delaysMs = new Map<string, number>();
let registry: TestRegistry;

beforeAll(async () => {
  const scripted = await Promise.all(PARTNERS.map(async (recording) => resources.use(await replay(recording))));
  const partners = PARTNERS.map((key, at) => ({ key, name: NAMES[key] ?? '', url: scripted[at]?.url ?? '' }));
  const network = resources.use(
    await startNetwork([
      {
        key: 'a',
        snapshot: recordedPath('alpha-plain.snapshot.json.gz'),
        settings: { CACHE_ANSWERS_FRESH_SECONDS: '0' },
        partners,
      },
      {
        key: 'b',
        snapshot: recordedPath('alpha.snapshot.json.gz'),
        settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' },
      },
    ]),
  );
  registry = network.at('a');
  await versionsLearned(registry);
});
afterAll(() => resources.disposeAsync());

/** Answers as the partner was recorded to, after the delay of the moment; what was never recorded fails loudly. */
function replay(recording: Recording): Promise<ScriptedPartner> {
  const answers = new Map<string, Recorded>();
  for (const answer of [...publicAnswers(recording), ...searchesInEveryOrganism(recording)]) {
    const question = questionOfPath(answer.path);
    if (question.kind === 'version') answers.set('/api', answer);
    if (question.kind === 'question') answers.set(questionKey(question.question), answer);
  }
  const behave = async ({ request, response }: Parameters<Parameters<ScriptedPartner['play']>[0][string]>[0]) => {
    const found = answers.get(request.path === '/api' ? '/api' : questionKey(questionOf(request.path)));
    await sleep(delaysMs.get(recording) ?? 0);
    const { status, contentType, body } = found ?? { status: 418, contentType: null, body: 'never recorded' };
    response.writeHead(status, { 'Content-Type': contentType ?? 'text/plain' }).end(body);
  };
  return startScriptedPartner({ '/api': behave, '*': behave });
}

function publicAnswers(recording: Recording): Recorded[] {
  return recordedAnswers(recording).filter(({ who }) => who === 'anonymous');
}

/**
 * What 1.3 answers to `orthologTaxonId=-99`, which was never recorded: its answers for the gene and for the orthologs
 * together (rdp-protocol 11.1). Orthologs were recorded in tier 1 and mouse.
 */
function searchesInEveryOrganism(recording: Recording): Recorded[] {
  if (recording !== '1.3.4') return [];
  return SEARCHES.flatMap((parameters) =>
    TIERS.flatMap((tier) => {
      const [gene] = answersTo(recording, [`${parameters}&tier=${tier}`]);
      if (gene === undefined) return [];
      const orthologs = answersTo(recording, [`${parameters}&tier=${tier}&orthologTaxonId=10090`]).flatMap(recordsOf);
      const path = `/api/genes/search?${parameters}&tier=${tier}&orthologTaxonId=-99`;
      return [{ ...gene, path, body: JSON.stringify([...recordsOf(gene), ...orthologs]) }];
    }),
  );
}

function answersTo(recording: Recording, parameters: readonly string[]): Recorded[] {
  const paths = parameters.map((one) => `/api/genes/search?${one}`);
  return publicAnswers(recording).filter(({ path }) => paths.includes(path));
}

function recordsOf({ body }: Recorded): unknown[] {
  return JSON.parse(body);
}

type GeneRecord = {
  anonymousId?: string;
  geneId: number;
  symbol: string;
  tier: string;
  remoteUser: { id?: number; lastName: string | null; origin: string };
};

function identityOf({ geneId, symbol, tier, remoteUser }: GeneRecord): string {
  return `${symbol} ${tier} ${geneId} ${remoteUser.lastName} ${remoteUser.id ?? 'hidden'} of ${remoteUser.origin}`;
}

async function search(parameters: string) {
  const answer = await registry.json(`/api/federated/genes/search?${parameters}&size=2000`);
  const identities: string[] = answer.content.map(identityOf);
  return { ...answer, identities };
}

test.each(SEARCHES)('%s is answered by all five, and every record says where it comes from', async (parameters) => {
  const { content, origins, summary, totalElements, totalRelation, identities } = await search(parameters);
  expect([summary, totalRelation]).toEqual([SUMMARY, 'gte']);
  for (const { key, count } of origins as { key: string; count: number }[]) {
    const name = key === 'local' ? 'a-net' : (origins.find((one: { key: string }) => one.key === key)?.origin ?? '');
    const own = content.filter(({ remoteUser }: GeneRecord) => remoteUser.origin === name);
    expect([key, own.length]).toEqual([key, count]);
  }
  expect(totalElements).toBe(content.length);
  const named = identities.filter((identity: string) => !identity.includes(' hidden of '));
  expect(new Set(named).size).toBe(named.length);
});

test.each(SEARCHES)('%s has one order, whoever answers first', async (parameters) => {
  delaysMs.clear();
  const { identities } = await search(parameters);
  const orders = fc.shuffledSubarray([...PARTNERS], { minLength: PARTNERS.length });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      for (const [at, key] of order.entries()) delaysMs.set(key, at * STEP_MS);
      expect((await search(parameters)).identities).toEqual(identities);
    }),
    { numRuns: 6 },
  );
});

test.each(SEARCHES)('%s: what each partner was recorded to answer, tier by tier, is all there', async (parameters) => {
  delaysMs.clear();
  const { origins } = await search(parameters);
  for (const recording of PARTNERS) {
    const questions = TIERS.map((tier) => `${parameters}&tier=${tier}`);
    if (recording === '1.3.4') questions.push(`${parameters}&tier=TIER1&orthologTaxonId=10090`);
    const recorded = answersTo(recording, questions);
    const count = recorded.flatMap(recordsOf).length;
    expect(recorded).toHaveLength(questions.length);
    expect(origins.find(({ key }: { key: string }) => key === recording)).toMatchObject({
      state: recording === '1.4.11' ? 'limited' : 'answered',
      count,
    });
  }
});
