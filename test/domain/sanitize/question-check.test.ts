/** Which records of a gene search are of another gene, by names and aliases, at any number of both. */

import { expect, test } from 'vitest';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import type { GeneFacts } from '../../../src/domain/record/records.ts';
import { geneJudge, nameJudge, userIdJudge } from '../../../src/domain/sanitize/question-check.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { anonymisedUser, gene, judgedBy, user, validateRecords } from './example-partner-records.ts';

const HUMAN = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };
const facts = (geneId: number, symbol: string, aliases: string): GeneFacts => ({
  geneId,
  symbol,
  name: null,
  aliases,
  taxon: HUMAN,
});
const KNOWN = [facts(672, 'BRCA1', 'RNF53|IRIS'), facts(675, 'BRCA2', 'FANCD1')];
const QUERY = parseGeneQuery(new URLSearchParams({ symbol: 'BRCA1', taxonId: '9606' }));

async function verdictOn(...records: object[]) {
  const { checked } = validateRecords('gene', records);
  const named = (symbol: string) => KNOWN.filter((one) => one.symbol === symbol || one.aliases?.includes(symbol));
  const resolve = async (symbol: string) => named(symbol).map((one) => ({ gene: one, orthologs: [] }));
  const { wrong, unchecked } = await judgedBy(geneJudge(QUERY, resolve), checked);
  return { wrong, unchecked };
}

const other = (aliases: string | null) => gene({ geneId: 675, symbol: 'BRCA2', taxon: HUMAN, aliases });

test.each([
  ['of another gene that is known here is wrong', other('FANCD1'), { wrong: 1, unchecked: 0 }],
  ['of another gene without aliases is wrong', other(null), { wrong: 1, unchecked: 0 }],
  ['of a gene whose alias was asked for stays', other('FANCD1| brca1 '), { wrong: 0, unchecked: 1 }],
  ['whose alias only begins so is wrong', other('BRCA1P1'), { wrong: 1, unchecked: 0 }],
  [
    'by an alias of the gene asked for stays',
    gene({ geneId: 672, symbol: 'RNF53', taxon: HUMAN }),
    { wrong: 0, unchecked: 0 },
  ],
  ['of a gene that nobody knows stays', gene({ geneId: 1, symbol: 'XYZ', taxon: HUMAN }), { wrong: 0, unchecked: 1 }],
])('a record %s', async (_, record, verdict) => {
  expect(await verdictOn(record)).toEqual(verdict);
});

test('each symbol of an answer is looked up once, two hundred of them at most, and none of another organism', async () => {
  const looked: string[] = [];
  const resolve = async (symbol: string) => {
    looked.push(symbol);
    return [];
  };
  const symbols = Array.from({ length: 250 }, (_, at) => `GENE${at >> 1}`).concat(
    Array.from({ length: 100 }, (_, at) => `OTHER${at}`),
  );
  const mouse = gene({ symbol: 'Brca2', taxon: { ...HUMAN, id: 10090 } });
  const records = [mouse, ...symbols.map((symbol) => gene({ geneId: 1, symbol, taxon: HUMAN }))];
  const { checked } = validateRecords('gene', records);
  await judgedBy(geneJudge(QUERY, resolve), checked);
  expect(looked).toEqual(['BRCA1', ...new Set(symbols)].slice(0, 201));
});

test.each([
  ['lov', true, { lastName: 'Lovelace' }, { wrong: 0, unchecked: 0 }],
  ['ada', true, { lastName: 'Lovelace' }, { wrong: 1, unchecked: 0 }],
  ['ADA', false, { lastName: 'Lovelace' }, { wrong: 0, unchecked: 0 }],
  ['bo', false, { lastName: null }, { wrong: 1, unchecked: 0 }],
  ['bo', false, { lastName: 'Björk' }, { wrong: 0, unchecked: 1 }],
  ['b_', false, { lastName: 'Lovelace' }, { wrong: 0, unchecked: 1 }],
  ['bo', false, { lastName: undefined }, { wrong: 0, unchecked: 1 }],
])('by the name %s, a beginning: %s, a researcher with %j is %j', async (like, prefix, change, verdict) => {
  const { checked } = validateRecords('user', [user({ name: 'Ada', ...change })]);
  const judged = (name: Parameters<typeof nameJudge>[0]['name']) => judgedBy(nameJudge({ name } as never), checked);
  expect(await judged({ like, prefix })).toMatchObject(verdict);
  expect(await judged(undefined)).toMatchObject({ wrong: 0, unchecked: 0 });
});

test('by an id, the researcher with another one is wrong, and one without is right', async () => {
  const { checked } = validateRecords('user', [user({ id: 7 }), user({ id: 8 }), anonymisedUser()]);
  expect(await judgedBy(userIdJudge(7), checked)).toMatchObject({ wrong: 1, unchecked: 0 });
});

test('hundreds of records with as many aliases as fit take a moment', async () => {
  const aliases = 'BRCA1P|a|'.repeat(4_000);
  const records = Array.from({ length: 300 }, () => other(aliases));
  const tookMs = computingTime();
  expect(await verdictOn(...records)).toEqual({ wrong: 300, unchecked: 0 });
  expect(tookMs()).toBeLessThan(500);
});
