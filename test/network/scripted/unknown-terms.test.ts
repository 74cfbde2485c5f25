/** A term that a registry does not know finds nobody there, and no answer says that this is a certified zero. */

import { describe, expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import * as does from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { versionsLearned } from '../../support/network/start-network.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const TERMS = '/api/ontologies/hp/terms';
const GENES = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const USERS = '/api/federated/users/search?nameLike=&prefix=false';
const SEIZURE = { ontology: { name: 'hp' }, termId: 'HP:0001250', name: 'Seizure' };
const WITH_SEIZURES = { userOntologyTerms: [SEIZURE] };

/** Knows this one term, in its own writing. */
const knowsSeizures = does.dependingOn(({ params }) =>
  does.json(params.getAll('ontologyTermIds').some((id) => /^HP:0001250 *$/i.test(id)) ? [SEIZURE] : []),
);

function byTerms(...termIds: string[]): string {
  return termIds.map((termId) => `&ontologyNames=hp&ontologyTermIds=${termId}`).join('');
}

/** What the answer says of a partner that finds these people, and of this registry, which knows the term, too. */
async function answerTo(
  path: string,
  people: Record<string, unknown>[],
  { terms = knowsSeizures, number = '1.5.10' }: { terms?: Behaviour; number?: string } = {},
) {
  await using odd = await startScriptedPartner({
    '/api': does.version(number),
    '/api/genes/search': does.json(people.map((person) => geneRecord(0, { remoteUser: person }))),
    '/api/users/search': does.json(people),
    [TERMS]: terms,
  });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { APP_SITE_SHORTNAME: 'HomeNet' },
    partners: [{ key: 'odd', name: 'OddNet', url: odd.url }],
  });
  await versionsLearned(registry);
  const { complete, summary, origins }: Json = await registry.json(path);
  const [own, { key: _, ...origin }] = ['local', 'odd'].map((key) => origins.find((one: Json) => one.key === key));
  return { complete, summary, origin, own, termsAsked: odd.requestsTo(TERMS).length };
}

describe.each([GENES, USERS])('%s', (search) => {
  test('by a term that a registry does not know is no certain nothing', async () => {
    const { complete, summary, origin, own } = await answerTo(`${search}${byTerms('HP:9')}`, []);
    for (const one of [own, origin]) {
      expect(one).toMatchObject({
        state: 'unknown-term',
        exact: false,
        problem: { title: 'does not know the term HP:9' },
      });
    }
    expect([complete, summary]).toEqual([
      false,
      'Both registries answered; HomeNet and OddNet do not know the term HP:9.',
    ]);
  });

  test('by terms of which it knows one has what is found by that one, and says so', async () => {
    const path = `${search}${byTerms('HP:0001250', 'HP:9')}`;
    for (const people of [[], [userRecord(1, WITH_SEIZURES)]]) {
      const { complete, origin, own } = await answerTo(path, people);
      expect(complete).toBe(false);
      expect(own.state).toBe('limited');
      expect(origin).toMatchObject({ state: 'limited', count: people.length, exact: false });
      expect(origin.problem.title).toBe('does not know the term HP:9');
    }
  });

  test('by a term that it knows is a certain nothing', async () => {
    const path = `${search}${byTerms('hp:0001250')}`;
    expect(await answerTo(path, [])).toMatchObject({
      complete: true,
      origin: { state: 'empty', exact: true },
      termsAsked: 1,
    });
  });

  test('by one term that somebody is found by needs no other question', async () => {
    const path = `${search}${byTerms('HP:0001250')}`;
    const found = await answerTo(path, [userRecord(1, WITH_SEIZURES)]);
    expect(found).toMatchObject({ complete: true, origin: { state: 'answered', count: 1 }, termsAsked: 0 });
  });

  test.each([
    ['answers with an error', does.status(500)],
    ['never answers', does.hang()],
  ])('by a term of a partner that %s about terms is no certain nothing, and keeps nobody waiting', async (_, terms) => {
    const tookMs = stopwatch();
    const { origin } = await answerTo(`${search}${byTerms('HP:0001250')}`, [], { terms });
    expect(tookMs()).toBeLessThan(4000);
    expect(origin).toMatchObject({
      state: 'limited',
      problem: { title: 'did not say whether it knows every term asked for' },
    });
  });

  test('of 1.4, which knows no terms and is not asked about them, stays what it was', async () => {
    const path = `${search}${byTerms('HP:9')}`;
    expect(await answerTo(path, [], { number: '1.4.11' })).toMatchObject({ origin: { state: 'empty' }, termsAsked: 0 });
  });
});

test('the route of terms says the same of who knows none of them', async () => {
  const path = '/api/federated/ontologies/hp/terms?ontologyTermIds=';
  const { complete, origin, own, summary } = await answerTo(`${path}HP:9`, []);
  expect([complete, own.state, origin.state]).toEqual([false, 'unknown-term', 'unknown-term']);
  expect(summary).toContain('HomeNet and OddNet do not know the term HP:9');
  expect(await answerTo(`${path}HP:9,HP:0001250`, [])).toMatchObject({ complete: true, origin: { state: 'answered' } });
});
