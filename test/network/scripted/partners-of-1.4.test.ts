/** RDP 1.4 takes hidden people with the same gene for one: what it answers of them is no more than a lower bound. */

import { expect, test } from 'vitest';
import { anonymousGeneRecord, geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import * as does from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { askBeside, expectAnswer, GENES } from '../../support/network/network-of-partners.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const TITLE = 'takes hidden researchers with the same gene for one, so there may be more of them';
const LOWER_BOUND = `All 4 registries answered; OddNet ${TITLE}.`;
/** As 1.4 writes it. */
const WITH_ID_0 = anonymousGeneRecord({
  remoteUser: userRecord(0, { email: null, lastName: null, anonymousId: crypto.randomUUID() }),
});

const neighbours = neighboursForAll();

async function answerTo(document: Behaviour, records: readonly unknown[], knownAs?: string) {
  const inTierOne = does.dependingOn(({ params }) => does.json(params.get('tier') === 'TIER2' ? [] : records));
  await using odd = await startScriptedPartner({ '/api': document, [GENES.partnerPath]: inTierOne });
  return await askBeside(neighbours, { url: odd.url }, knownAs === undefined ? {} : { knownAs });
}

test('a hidden person of 1.4 may stand for several, and the answer says so', async () => {
  const answer = await answerTo(does.version('1.4.11'), [geneRecord(1), WITH_ID_0], '1.4.11');
  expectAnswer(answer, { state: 'limited', count: 2, summary: LOWER_BOUND });
});

test('it does so before its version is known, too', async () => {
  expectAnswer(await answerTo(does.htmlPage(), [WITH_ID_0]), { state: 'limited', count: 1, summary: LOWER_BOUND });
});

test('its answer without hidden people is whole, and so is that of 1.5 with some', async () => {
  const whole = await answerTo(does.version('1.4.11'), [geneRecord(1)], '1.4.11');
  const of15 = await answerTo(does.version('1.5.10'), [geneRecord(1), anonymousGeneRecord()], '1.5.10');
  expect([whole, of15].map(({ complete, summary }) => [complete, summary])).toEqual([
    [true, 'All 4 registries answered.'],
    [true, 'All 4 registries answered.'],
  ]);
});
