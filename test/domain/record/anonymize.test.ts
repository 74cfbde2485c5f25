/** What is left of a record without its person. */

import { describe, expect, test } from 'vitest';
import { anonymizedUser, anonymizedUserName } from '../../../src/domain/record/records.ts';

const organ = { uberonId: 'UBERON:0000955', name: 'brain', description: 'Organ of thought.' };
const shown = { researcherCategories: ['IN_VIVO', 'OTHER'] as const, userOrgans: { [organ.uberonId]: organ } };
const identity = { anonymousId: '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab', name: 'ExR User' };
const signature = { origin: 'ExR', originUrl: 'https://registry.example.org' };

describe('an anonymised user', () => {
  test('keeps categories, organs and the registry, and has every other member of a full record empty', () => {
    expect(anonymizedUser(shown, identity, signature)).toStrictEqual({
      anonymousId: '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab',
      email: null,
      name: 'ExR User',
      lastName: null,
      description: null,
      organization: null,
      department: null,
      phone: null,
      website: null,
      publications: [],
      researcherPosition: null,
      researcherCategories: ['IN_VIVO', 'OTHER'],
      origin: 'ExR',
      originUrl: 'https://registry.example.org',
      userTerms: [],
      userGenes: {},
      userOrgans: { 'UBERON:0000955': organ },
      userOntologyTerms: [],
      privacyLevel: 2,
    });
  });

  test('takes nothing else from what it is made of', () => {
    const more = { ...shown, id: 7, email: 'ada@example.org', lastName: 'Lovelace', privacyLevel: 0 };
    expect(anonymizedUser(more, identity, signature)).toStrictEqual(anonymizedUser(shown, identity, signature));
  });
});

describe('the name of anonymised users', () => {
  test.each([
    ['{0} User', 'ExR', 'ExR User'],
    ['A researcher', 'ExR', 'A researcher'],
    ['{0}: a user of {0}', 'ExR', 'ExR: a user of ExR'],
    ['{0} User', "R$&D $1 $' $$", "R$&D $1 $' $$ User"],
    ['{0} User', '{0}', '{0} User'],
  ])('%j in the registry %j is %j', (template, shortname, name) => {
    expect(anonymizedUserName(template, shortname)).toBe(name);
  });
});
