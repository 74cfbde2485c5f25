/** Which genes inside a partner's researcher are shown (quirk 5). */

import { describe, expect, test } from 'vitest';
import { gene, HUMAN, shown, user, userGene } from './example-partner-records.ts';

const shownGenes = (userGenes: object, isPublicAnswer: boolean) =>
  shown('user', user({ userGenes }), { isPublicAnswer }).userGenes;

describe('a gene in the list of a researcher', () => {
  test.each<[string, { [member: string]: unknown }, toPublic: boolean, toAdministrator: boolean]>([
    ['public', { privacyLevel: 2 }, true, true],
    ['shared with registered users', { privacyLevel: 1 }, false, true],
    ['private', { privacyLevel: 0 }, false, true],
    ['of an unknown level', { privacyLevel: null }, false, true],
    ['of a version without levels', { privacyLevel: undefined }, true, true],
    ['of tier 2', { tier: 'TIER2' }, true, true],
    ['of tier 3', { tier: 'TIER3' }, false, false],
    ['of tier 3 in other letters', { tier: 'tier3' }, false, false],
    ['of no tier', { tier: null }, false, false],
    ['of an absent tier', { tier: undefined }, false, false],
  ])('%s', (_, more, toPublic, toAdministrator) => {
    const genes = { '672': userGene(more), '7157': userGene({ geneId: 7157 }) };
    expect(Object.keys(shownGenes(genes, true) as object)).toEqual(toPublic ? ['672', '7157'] : ['7157']);
    expect(Object.keys(shownGenes(genes, false) as object)).toEqual(toAdministrator ? ['672', '7157'] : ['7157']);
  });

  test('loses dates, its empty owner and all that 1.5 does not have', () => {
    const legacy = userGene({
      modificationDate: 1_580_083_200_000,
      remoteUser: null,
      anonymousId: null,
      taxon: { ...HUMAN, ordering: 1 },
      owner: { id: 7, email: 'ada@example.org' },
    });
    expect(shownGenes({ '672': legacy, '1': null }, true)).toStrictEqual({ '672': userGene() });
  });

  test('is left out of the owner of a gene by the same rule', () => {
    const owner = user({ userGenes: { '1': userGene({ tier: 'TIER3' }), '2': userGene({ privacyLevel: 0 }) } });
    expect(shown('gene', gene({ remoteUser: owner })).remoteUser).toHaveProperty('userGenes', {});
  });
});
