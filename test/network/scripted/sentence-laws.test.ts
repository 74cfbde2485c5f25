/**
 * A law over everything that a scripted partner can do: the sentence names exactly the origins whose part is not whole,
 * and every number in it can be counted in the answer.
 */

import { expect, test } from 'vitest';
import { anonymousGeneRecord, geneRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { Origin } from '../../../src/domain/federation/origin.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import { GENE_SEARCH, GENES, goodScript, learned } from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const TWO = [geneRecord(1), geneRecord(2)];
const MOUSE = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };
const TP53 = { geneId: 7157, symbol: 'TP53', aliases: null };
const HIDDEN = anonymousGeneRecord();
const STATUSES = [204, 301, 400, 401, 403, 404, 418, 429, 500, 502, 503];

type OfOtherQuestions = 'version' | 'oldVersion' | 'asksForTier1';
type PartsOfBehaviours = 'JSON_TYPE' | 'firstHalf' | 'sendHalf' | 'settled';

/** Every behaviour there is, but those of another question. */
const BEHAVIOURS: Record<Exclude<keyof typeof does, OfOtherQuestions | PartsOfBehaviours>, Behaviour[]> = {
  json: [
    does.json([]),
    does.json({ message: 'Hello.' }),
    does.json([null, 7, geneRecord(1)]),
    does.json([geneRecord(1), geneRecord(2, TP53), geneRecord(3, { tier: 'TIER3' })]),
    does.json([geneRecord(1), geneRecord(2, { geneId: 5, symbol: 'Xyz', taxon: MOUSE }), geneRecord(3, TP53), null]),
    does.json([HIDDEN, HIDDEN, geneRecord(1), geneRecord(1)]),
  ],
  status: STATUSES.map((code) => does.status(code)),
  users: [does.users(3)],
  genes: [does.genes(3), does.genes(1200)],
  gzipped: [does.gzipped(TWO), does.gzipped([{ filler: 'x'.repeat(6_000_000) }])],
  bytes: [does.bytes(Buffer.from('Hello.')), does.bytes(Buffer.alloc(6_000_000, ' '))],
  redirect: [does.redirect('https://elsewhere.example.org/'), does.redirect('/api/genes/search')],
  afterMs: [does.afterMs(20, does.json(TWO)), does.afterMs(1500, does.json(TWO))],
  inTurn: [does.inTurn(does.status(500), does.json(TWO))],
  dependingOn: [does.dependingOn(({ params }) => does.json(params.has('orthologTaxonId') ? [] : TWO))],
  hang: [does.hang()],
  hangInside: [does.hangInside(TWO)],
  dribble: [does.dribble(TWO), does.dribble(TWO, { bytesAtOnce: 500 })],
  resetBefore: [does.resetBefore()],
  closeBefore: [does.closeBefore()],
  resetInside: [does.resetInside(TWO)],
  cutBody: [does.cutBody(TWO)],
  lieAboutLength: [does.lieAboutLength(TWO, 10), does.lieAboutLength(TWO, -10)],
  htmlPage: [does.htmlPage()],
  inLatin1: [does.inLatin1(TWO), does.inLatin1(TWO, { isAdmitted: false })],
  empty: [does.empty()],
  big: [does.big(10_000), does.big(6_000_000)],
  notHttp: [does.notHttp()],
};

const neighbours = neighboursForAll();

const CASES = Object.entries(BEHAVIOURS).flatMap(([name, all]) =>
  all.map((behaviour, index) => [`${name} ${index + 1}`, behaviour] as const),
);

test.each(sampleOf(CASES, 15))('%s', async (_, behaviour) => {
  await using odd = await startScriptedPartner({ ...goodScript(0, '1.5.10'), [GENES.partnerPath]: behaviour });
  const settings = { APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: '1000' };
  await using registry = await neighbours.open({ url: odd.url, 'read-timeout': 600 }, { settings });
  await learned(registry, 'odd', '1.5.10');
  const answer = await askPlain(registry, `${GENE_SEARCH}&size=2000`);
  expectTrue(answer.summary, answer.complete, answer.origins);
  for (const { key, count } of answer.origins) expect(JSON.parse(answer.contents[key] ?? '[]')).toHaveLength(count);
});

function expectTrue(summary: string, complete: boolean, origins: readonly Origin[]): void {
  const [counted = '', ...clauses] = summary.replace(/\.$/, '').split('; ');
  const partial = origins.filter(({ state }) => state !== 'answered' && state !== 'empty');
  expect(clauses.map((clause) => clause.split(' ', 1)[0])).toEqual(partial.map(({ origin }) => origin));
  expect(complete).toBe(partial.length === 0);
  const answered = origins.filter(({ retrievedAt, state }) => retrievedAt !== null || state === 'unknown-term');
  expect(counted).toBe(
    answered.length === origins.length
      ? `All ${origins.length} registries answered`
      : `${answered.length} of ${origins.length} registries answered`,
  );
  for (const [index, { count, dropped }] of partial.entries()) {
    const said = (what: string) => numberBefore(clauses[index] ?? '', what);
    expect(said('that cannot be read') + said('that nobody asked for')).toBe(dropped);
    expect(said('that cannot be checked here')).toBeLessThanOrEqual(count);
    if (said('are shown') > 0) expect(said('are shown')).toBe(count);
  }
}

/** How many records a clause says there are of that; none where it says nothing of it. */
function numberBefore(clause: string, what: string): number {
  const part = clause.split(/, | and /).find((one) => one.includes(what)) ?? '';
  if (/\ba record\b/.test(part)) return 1;
  return Number(/(\d+)(?!.*\d)/.exec(part)?.[1] ?? 0);
}
