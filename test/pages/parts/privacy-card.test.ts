/** Administrators read who may see a record, and never see a level that is not the person's. */

import { describe, expect, test } from 'vitest';
import type { AnyFederatedUser } from '../../../src/client/answers.ts';
import { privacyCard } from '../../../src/pages/browser/admin/look-up.ts';
import type { AnsweredRecord } from '../../../src/pages/people/found-record.ts';
import { en } from '../../../src/pages/words/en.ts';
import { LANGUAGES } from '../../../src/pages/words/languages.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { ADA, ADAS_GENE, HOSTILE, HOSTILE_GENE } from './example-records.ts';

const taxon = { id: 9606, commonName: 'human' };
const HIDDEN: AnyFederatedUser = {
  originKey: 'b',
  links: {},
  anonymousId: '7a1e5f0c-0000-4000-8000-000000000000',
  origin: 'Registry B',
  originUrl: 'https://b.example.org',
  name: 'Anonymous researcher',
  privacyLevel: 2,
};

/** The lines of the card, each title with what stands beside it. */
function linesOf(record: AnsweredRecord, words: (typeof LANGUAGES)[number] = en): string[] {
  const page = readHtml(privacyCard(record, words).html);
  expect(page.mistakes).toEqual([]);
  const texts = elementsOf(page, 'dd').map(({ text }) => text);
  return elementsOf(page, 'dt').map(({ text }, index) => `${text}: ${texts[index]}`);
}

describe('the privacy card', () => {
  test.each([
    [0, 'Level: Private (administrators only)'],
    [1, 'Level: Shared (registered users)'],
    [2, 'Level: Public (everyone, and partners)'],
    [null, 'Level: Not stated'],
    [undefined, 'Level: Not stated'],
  ] as const)('says of a profile of level %j: %s', (level, line) => {
    const user = level === undefined ? ADA : { ...ADA, privacyLevel: level };
    expect(linesOf(user)).toEqual([line, 'This record: In full']);
  });

  test('names the genes of another level than the profile', () => {
    const gene = (symbol: string, privacyLevel?: 0 | 1 | 2) => ({ symbol, taxon, privacyLevel: privacyLevel ?? null });
    const genes = [gene('A', 2), gene('B', 0), gene('C', 1), gene('D', 0), gene('OLD')];
    const userGenes = Object.fromEntries(genes.map((one, index) => [index, one]));
    const [, line] = linesOf({ ...ADA, privacyLevel: 2, userGenes });
    expect(line).toBe('Genes of another level: B, D: Private (administrators only)C: Shared (registered users)');
  });

  test('says of an anonymised record that it is one, and of no level that it is public', () => {
    const userGenes = { 1: { symbol: 'A', taxon, privacyLevel: 0 as const } };
    const anonymised = 'This record: Anonymised: without the person';
    expect(linesOf({ ...HIDDEN, userGenes })).toEqual(['Level: Not stated', anonymised]);
    const { anonymousId } = HIDDEN;
    const gene = { ...ADAS_GENE, privacyLevel: 2 as const, remoteUser: HIDDEN, ...(anonymousId && { anonymousId }) };
    expect(linesOf(gene)).toEqual(['Level: Not stated', 'Gene asked about: BRCA1 (human): Not stated', anonymised]);
  });

  test.each(LANGUAGES)('shows a hostile record as text in $language', (words) => {
    expect(linesOf({ ...HOSTILE, privacyLevel: 7 as never }, words)).toHaveLength(2);
    expect(linesOf(HOSTILE_GENE, words)).toHaveLength(3);
  });
});
