/** An organ that nobody knows is no organ that nobody works on: a zero by it is not certain, as by an unknown term. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const BRAIN = 'UBERON:0000955';
const LIVER = 'UBERON:0002107';
const gene = { geneId: 672, tier: 'TIER1', privacyLevel: 2 } as const;
const NORA = aUser(2, { name: 'Nora', lastName: 'Brain', genes: [gene], organs: [BRAIN] });
const OLE = aUser(3, { name: 'Ole', lastName: 'Liver', genes: [gene], organs: [LIVER] });
const organ = (uberonId: string, name: string) => ({ uberonId, name, description: null, active: true, ordering: 1 });
const GENES = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const USERS = '/api/federated/users/search?nameLike=&prefix=false';

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ organs: [organ(BRAIN, 'brain')], users: [NORA] }) },
    { key: 'b', snapshot: smallSnapshot({ organs: [organ(LIVER, 'liver')], users: [OLE] }), asks: [] },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

type Answered = { state: string; problem: { code: string; title: string } | null };
const ask = async (path: string, organs: string) => {
  const answer = await network.at('a').json(`${path}&organUberonIds=${organs}`);
  return {
    complete: answer.complete,
    origins: answer.origins.map(({ state, problem }: Answered) => [state, problem?.code, problem?.title]),
  };
};
const NOT_STATED = ['limited', 'terms-not-told', 'did not say whether it knows every term asked for'];
const full = (state: string) => [state, undefined, undefined];

test.each([
  [GENES, 'UBERON:9999999', 'does not know the term UBERON:9999999'],
  [GENES, 'liver', 'does not know the term liver'],
  [USERS, 'UBERON:9999999', 'does not know the term UBERON:9999999'],
])('nobody is found by one that is none: %s, %s', async (path, organs, title) => {
  const origins = [['unknown-term', 'unknown-terms', title], NOT_STATED];
  expect(await ask(path, organs)).toEqual({ complete: false, origins });
  const counted = await network.at('a').json(`${path}&organUberonIds=${organs}&granularity=boolean`);
  expect(counted).toMatchObject({ exists: null, complete: false });
});

test('an organ that a partner alone has finds its people, and this registry says that it does not know it', async () => {
  const here = ['unknown-term', 'unknown-terms', `does not know the term ${LIVER}`];
  expect(await ask(GENES, LIVER)).toEqual({ complete: false, origins: [here, full('answered')] });
});

test('of several organs the known ones are searched', async () => {
  const here = ['limited', 'unknown-terms', 'does not know the term liver'];
  expect(await ask(GENES, `${BRAIN},liver`)).toEqual({ complete: false, origins: [here, NOT_STATED] });
});

test('an organ that is known here leaves a zero certain, in any letter case, and none at all does', async () => {
  for (const organs of [BRAIN, BRAIN.toLowerCase()])
    expect(await ask(GENES, organs)).toEqual({ complete: true, origins: [full('answered'), full('empty')] });
  expect(await ask(GENES, '')).toEqual({ complete: true, origins: [full('empty'), full('empty')] });
});
