/** A gene that a registry knows under another name is found, and never another gene in its place. */

import { describe, expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import type { KnownGene } from '../../../src/domain/query/gene-names.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import { localSource } from '../../../src/registry/local-source.ts';
import { SANITIZE } from '../../domain/sanitize/example-partner-records.ts';
import { failing, json, text } from '../../support/partners/fake-partner.ts';
import { answerOf, clientOf, NO_FACTS, queryOf, sanitized } from '../../support/partners/partner-queries.ts';
import { saying } from '../../support/partners/saying.ts';
import { aGene, aUser, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

const facts = (geneId: number, symbol: string, aliases: string | null = null, taxonId = HUMAN) => ({
  geneId,
  taxon: { id: taxonId, scientificName: null, commonName: taxonId === HUMAN ? 'human' : 'mouse' },
  symbol,
  name: null,
  aliases,
});
const MOUSE_GENE = facts(17257, 'Mecp2', null, MOUSE);
/** Once RTT, also AUTSX3; in this test the partner may know it by any of its names. */
const MECP2: KnownGene = { gene: facts(4204, 'MECP2', 'AUTSX3|MRX16|RTT'), orthologs: [MOUSE_GENE] };
const OTHER: KnownGene = { gene: facts(7, 'RTTN', 'RTT'), orthologs: [] };

const ours = geneRecord(1, { geneId: 4204, symbol: 'MECP2' });
const ourOrtholog = geneRecord(2, { geneId: 17257, symbol: 'Mecp2', taxon: MOUSE_GENE.taxon });
const anothers = geneRecord(3, { geneId: 7, symbol: 'RTTN' });

function questionFor(symbol: string, more = ''): Question {
  const query = parseGeneQuery(new URLSearchParams(`symbol=${symbol}&taxonId=${HUMAN}${more}`));
  return { kind: 'genes-search', query };
}

type Setting = {
  known?: readonly KnownGene[];
  /** The genes of our table that have a name; those of `known` where it is not given. */
  named?: Record<string, readonly KnownGene[]>;
  version?: string;
  more?: string;
};

/** What a partner says to RTT who knows these symbols, and no others. */
async function saidTo(
  answers: Record<string, CallOutcome>,
  { known = [MECP2], named = {}, version = '1.5.10', more }: Setting = {},
) {
  const resolveGene = async (symbol: string) => named[symbol] ?? known;
  const { client, asked: paths } = clientOf((path) => {
    const symbol = new URL(path, 'https://fly.example.org').searchParams.get('symbol') ?? '';
    return answers[symbol] ?? text(404, `Unknown gene with symbol: ${symbol}.`);
  });
  const ask = sanitized({ ...SANITIZE, resolveGene }, RDP.askWith(client, { ...NO_FACTS, resolveGene }));
  const said = answerOf(await ask(queryOf(questionFor('RTT', more), { version })));
  const ids = said.records.map(({ geneId }) => geneId);
  const calls = paths.map(([path]) => path);
  return { ...said, ids, calls, symbols: calls.map((path) => new URLSearchParams(path.split('?')[1]).get('symbol')) };
}

describe('a partner that does not know the symbol', () => {
  test('is asked under the present symbol, and the answer says that it was found under that one', async () => {
    const said = await saidTo({ MECP2: json([ours, ourOrtholog]) });
    expect(said).toMatchObject({ state: 'answered', isExact: true, askedAs: ['MECP2'], problem: undefined });
    expect(said.ids.toSorted()).toEqual([17257, 4204]);
    expect(said.symbols).toEqual(['RTT', 'MECP2']);
  });

  test('may know it by an alias alone, so it is asked once under every other name', async () => {
    const said = await saidTo({ AUTSX3: json([ours]) });
    expect(said).toMatchObject({ state: 'answered', askedAs: ['AUTSX3'], ids: [4204] });
    expect(said.symbols).toEqual(['RTT', 'MECP2', 'AUTSX3', 'MRX16']);
  });

  test('is asked for the same in every other respect', async () => {
    const { calls } = await saidTo({}, { more: '&tiers=TIER2&orthologTaxonId=10090&researcherCategories=IN_VIVO' });
    const rests = calls.map((path) => path.replace(/symbol=\w+/, ''));
    expect(new Set(rests).size).toBe(1);
  });

  test('is asked in each tier where it must be', async () => {
    const { calls } = await saidTo({ AUTSX3: json([ours]) }, { version: '1.3.4' });
    expect(calls).toHaveLength(4 * 2);
    expect(new Set(calls).size).toBe(8);
  });

  test('keeps to that when it knows no name of it, and is asked nothing twice', async () => {
    const said = await saidTo({});
    expect(said).toMatchObject({
      state: 'unknown-term',
      askedAs: [],
      problem: { reason: saying('does not know the symbol RTT') },
    });
    expect(new Set(said.symbols).size).toBe(said.symbols.length);
  });

  test('has nobody for it, where it says so under a name', async () => {
    expect(await saidTo({ MECP2: json([]) })).toMatchObject({ state: 'empty', askedAs: ['MECP2'] });
  });

  test('is taken by the name with researchers where it answers under several', async () => {
    expect(await saidTo({ MECP2: json([]), MRX16: json([ours]) })).toMatchObject({ askedAs: ['MRX16'], ids: [4204] });
  });

  test('is asked under no more than four names', async () => {
    const known = { ...MECP2, gene: { ...MECP2.gene, aliases: 'A|B|C|D|E|F' } };
    expect((await saidTo({}, { known: [known] })).symbols).toEqual(['RTT', 'MECP2', 'A', 'B', 'C']);
  });
});

describe('another gene is never taken for the one asked for', () => {
  test('where an alias is the symbol of another gene at the partner', async () => {
    const said = await saidTo({ AUTSX3: json([anothers]) });
    expect(said).toMatchObject({ state: 'unknown-term', records: [], askedAs: [] });
  });

  test('and is not counted among the records that cannot be read', async () => {
    const said = await saidTo({ AUTSX3: json([anothers, ours]) });
    expect(said).toMatchObject({ state: 'answered', ids: [4204], dropped: 0 });
  });

  test('though more records came than are read, of which the others are left out', async () => {
    const records = Array.from({ length: 1200 }, (_, index) => (index < 900 ? anothers : ours));
    const said = await saidTo({ AUTSX3: json(records) });
    expect(said).toMatchObject({ state: 'limited', isExact: false });
    expect(new Set(said.ids)).toEqual(new Set([4204]));
  });

  test('where the partner does not say which gene a record is about', async () => {
    const { geneId: _, ...nameless } = ours;
    expect(await saidTo({ AUTSX3: json([nameless]) })).toMatchObject({ state: 'unknown-term', records: [] });
  });

  test.each([
    ['the symbol of another gene', [OTHER]],
    ['a name of another gene, too', [MECP2, OTHER]],
  ])('where the partner has nobody for an alias that is %s', async (_, ofAlias) => {
    const said = await saidTo({ AUTSX3: json([]) }, { named: { AUTSX3: ofAlias } });
    expect(said).toMatchObject({
      ...{ state: 'unknown-term', isExact: false, askedAs: [] },
      problem: { reason: saying('does not know the symbol RTT') },
    });
  });

  test('but nobody under a name of this gene alone is certainly nobody', async () => {
    const named = { MRX16: [OTHER] };
    const said = await saidTo({ AUTSX3: json([]), MRX16: json([]) }, { named });
    expect(said).toMatchObject({ state: 'empty', isExact: true, askedAs: ['AUTSX3'] });
  });

  test('where our own table leaves open which gene is meant, and then nobody is asked again', async () => {
    const said = await saidTo({ MECP2: json([ours]), RTTN: json([anothers]) }, { known: [MECP2, OTHER] });
    expect(said).toMatchObject({ state: 'unknown-term', askedAs: [] });
    expect(said.symbols).toEqual(['RTT']);
  });

  test('where our own table does not know it either', async () => {
    expect((await saidTo({ MECP2: json([ours]) }, { known: [] })).symbols).toEqual(['RTT']);
  });
});

describe('a name that could not be asked for', () => {
  const late = failing({ state: 'timed-out', reason: reason('no-answer', { timeoutMs: 30_000 }) });

  test('may be the right one, so the gene does not count as unknown', async () => {
    const said = await saidTo({ MECP2: late });
    expect(said).toMatchObject({
      state: 'timed-out',
      records: [],
      askedAs: [],
      problem: { reason: late.failure.reason },
    });
  });

  test('does not let a zero under another name pass for certified', async () => {
    expect(await saidTo({ MECP2: late, MRX16: json([]) })).toMatchObject({ state: 'timed-out', askedAs: [] });
  });

  test('is not missed where another name brings researchers', async () => {
    expect(await saidTo({ MECP2: late, MRX16: json([ours]) })).toMatchObject({ state: 'answered', askedAs: ['MRX16'] });
  });

  test('because the partner answers with an error keeps it from being asked under further names', async () => {
    const said = await saidTo({ MECP2: json({ status: 501 }, 501), MRX16: json([ours]) });
    expect(said).toMatchObject({ state: 'failed', askedAs: [], problem: { reason: saying('answered with an error') } });
    expect(said.symbols).toEqual(['RTT', 'MECP2']);
  });

  test('because the partner does not accept it is just not its name there', async () => {
    expect(await saidTo({ MRX16: text(400, 'No such symbol.') })).toMatchObject({ state: 'unknown-term' });
  });
});

test.each([text(404, 'Unknown taxon ID: 9606.'), json({ status: 500 }, 500), failing(), json([])])(
  'no other answer than an unknown symbol is asked again under other names (%#)',
  async (outcome) => {
    expect((await saidTo({ RTT: outcome, MECP2: json([ours]) })).symbols).not.toContain('MECP2');
  },
);

describe('this registry', () => {
  const snapshot = smallSnapshot({
    genes: [
      aGene(4204, 'MECP2', { aliases: 'AUTSX3|RTT' }),
      aGene(7, 'RTTN', { aliases: 'SHARED' }),
      aGene(8, 'TWIN', { aliases: 'SHARED|MECP2' }),
    ],
    orthologs: [],
    users: [aUser(2, { genes: [{ geneId: 4204, tier: 'TIER1', privacyLevel: null }] })],
  });

  async function saidHere(symbol: string) {
    await using registry = await startTestRegistry({ snapshot });
    const source = localSource({
      registry: registry.context.registry,
      ...{ name: 'Here', url: 'https://here.example.org', version: '1.5.10' },
      now: () => new Date(),
      reserve: () => {},
    });
    const said = await source.ask(questionFor(symbol), PUBLIC_VIEWER, new AbortController().signal);
    return { state: said.state, askedAs: said.askedAs, ids: said.records.map(({ geneId }) => geneId) };
  }

  test.each([
    ['the symbol itself, though it is an alias of another gene too', 'MECP2', 'answered', [], [4204]],
    ['the symbol in other letters', 'mecp2', 'answered', [], [4204]],
    ['an alias', 'RTT', 'answered', ['MECP2'], [4204]],
    ['an alias in other letters', 'autsx3', 'answered', ['MECP2'], [4204]],
    ['an alias of two genes', 'SHARED', 'unknown-term', [], []],
    ['a name that nobody knows', 'NOPE', 'unknown-term', [], []],
  ])('finds the gene or none when asked for %s', async (_, symbol, state, askedAs, ids) => {
    expect(await saidHere(symbol)).toEqual({ state, askedAs, ids });
  });
});
