/** Which records of a gene search are of another gene, by names and aliases, at any number of both. */

import { expect, test } from 'vitest';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import type { GeneFacts } from '../../../src/domain/record/records.ts';
import { geneJudge } from '../../../src/domain/sanitize/question-check.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { gene, judgedBy, validateRecords } from './example-partner-records.ts';

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

test('hundreds of records with as many aliases as fit take a moment', async () => {
  const aliases = 'BRCA1P|a|'.repeat(4_000);
  const records = Array.from({ length: 300 }, () => other(aliases));
  const tookMs = computingTime();
  expect(await verdictOn(...records)).toEqual({ wrong: 300, unchecked: 0 });
  expect(tookMs()).toBeLessThan(500);
});
