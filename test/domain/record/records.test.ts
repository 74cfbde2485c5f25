/** What records look like on the wire (rdp-protocol 1.2 to 1.10). */

import { describe, expect, test } from 'vitest';
import {
  geneFacts,
  organRecord,
  organRecords,
  personRecord,
  publicEmail,
  type Reference,
  taxonRecord,
  userGeneRecord,
} from '../../../src/domain/record/records.ts';
import type { SnapshotGoTerm, SnapshotUser } from '../../../src/domain/record/snapshot.ts';

const human = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };
const brain = { uberonId: 'UBERON:0000955', name: 'brain', description: null };
const reference: Reference = {
  goTerm: () => undefined,
  taxon: (taxonId) => (taxonId === 9606 ? human : undefined),
  organ: (uberonId) => (uberonId.toUpperCase() === 'UBERON:0000955' ? brain : undefined),
};
const goTerm: SnapshotGoTerm = {
  goId: 'GO:0006281',
  name: 'DNA repair',
  definition: null,
  aspect: 'BP',
  taxonId: 9606,
  frequency: 3,
  size: 9,
};
const ada: SnapshotUser = {
  id: 7,
  email: 'login@example.org',
  enabled: true,
  roles: ['ROLE_USER'],
  privacyLevel: 1,
  shared: true,
  hideGenelist: true,
  contactEmail: 'contact@example.org',
  contactEmailVerified: true,
  name: 'Ada',
  lastName: 'Lovelace',
  description: 'Engines.',
  organization: 'Analytical Society',
  department: 'Notes',
  phone: '1',
  website: 'https://ada.example.org',
  researcherPosition: 'PRINCIPAL_INVESTIGATOR',
  researcherCategories: ['IN_SILICO'],
  publications: [{ pmid: 12, title: 'Note G' }],
  taxonDescriptions: { 9606: 'Never shown.' },
  genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
  organs: ['UBERON:0000955'],
  ontologyTerms: [{ ontology: 'mondo', termId: 'MONDO:1', name: 'disease' }],
  goTerms: [goTerm],
  accessTokens: [{ token: 'never shown', expiresAt: '2999-01-01T00:00:00Z' }],
};

describe('a person', () => {
  test('is sent in full, without settings, roles, tokens and texts per organism', () => {
    expect(personRecord(ada, reference)).toStrictEqual({
      id: 7,
      email: 'contact@example.org',
      name: 'Ada',
      lastName: 'Lovelace',
      description: 'Engines.',
      organization: 'Analytical Society',
      department: 'Notes',
      phone: '1',
      website: 'https://ada.example.org',
      publications: [{ pmid: 12, title: 'Note G' }],
      researcherPosition: 'PRINCIPAL_INVESTIGATOR',
      researcherCategories: ['IN_SILICO'],
      userTerms: [
        {
          goId: 'GO:0006281',
          name: 'DNA repair',
          definition: null,
          aspect: 'BP',
          taxon: human,
          frequency: 3,
          size: 9,
        },
      ],
      userOrgans: { 'UBERON:0000955': brain },
      privacyLevel: 1,
    });
  });

  test('without a privacy level shows 0', () => {
    expect(personRecord({ ...ada, privacyLevel: null }, reference).privacyLevel).toBe(0);
  });

  test('with a publication without number shows 0 instead of failing', () => {
    const publications = [{ pmid: null, title: null }];
    expect(personRecord({ ...ada, publications }, reference).publications).toEqual([{ pmid: 0, title: null }]);
  });

  test.each([
    ['BP', 'BP'],
    ['CC', 'CC'],
    ['MF', 'MF'],
    ['biological_process', null],
    [null, null],
  ])('with a GO term of aspect %j shows %j', (aspect, shown) => {
    const { userTerms } = personRecord({ ...ada, goTerms: [{ ...goTerm, aspect }] }, reference);
    expect(userTerms).toEqual([expect.objectContaining({ aspect: shown })]);
  });

  test.each([null, 1])('shows no GO term of the organism %j, which partners could not read', (taxonId) => {
    expect(personRecord({ ...ada, goTerms: [{ ...goTerm, taxonId }] }, reference).userTerms).toEqual([]);
  });

  test('shows organs as the registry writes them, and none that it does not know', () => {
    expect(organRecords({ ...ada, organs: ['uberon:0000955', 'UBERON:9'] }, reference)).toEqual({
      'UBERON:0000955': brain,
    });
  });
});

describe('the e-mail that is shown', () => {
  test.each<[string, boolean, string | null, boolean, string | null]>([
    ['verified contact address', true, 'contact@example.org', true, 'contact@example.org'],
    ['verified contact address of a disabled account', true, 'contact@example.org', false, 'contact@example.org'],
    ['contact address not verified: the login address', false, 'contact@example.org', true, 'login@example.org'],
    ['no contact address: the login address', false, null, true, 'login@example.org'],
    ['contact address not verified, disabled account: none', false, 'contact@example.org', false, null],
    ['verified though it is missing: none', true, null, true, null],
    ['verified though it is empty: the empty one', true, '', true, ''],
  ])('%s', (_, contactEmailVerified, contactEmail, enabled, expected) => {
    expect(publicEmail({ ...ada, contactEmailVerified, contactEmail, enabled })).toBe(expected);
  });
});

describe('what the registry knows of genes, organisms and organs', () => {
  test.each([
    [{ commonName: 'human', scientificName: 'Homo sapiens' }, 'human'],
    [{ commonName: null, scientificName: 'Homo sapiens' }, 'Homo sapiens'],
    [{ commonName: null, scientificName: null }, '9606'],
  ])('an organism %j is called %j', (names, commonName) => {
    expect(taxonRecord({ id: 9606, ordering: 1, active: true, ...names })).toStrictEqual({
      id: 9606,
      scientificName: names.scientificName,
      commonName,
    });
  });

  test('an organ does not say whether it is active', () => {
    expect(organRecord({ ...brain, active: false, ordering: 1 })).toStrictEqual(brain);
  });

  test('a gene has a symbol, if need be its number', () => {
    const gene = { geneId: 672, taxonId: 9606, symbol: null, name: null, aliases: '-', modificationDate: '2024-01-01' };
    expect(geneFacts(gene, human)).toStrictEqual({
      geneId: 672,
      taxon: human,
      symbol: '672',
      name: null,
      aliases: '-',
    });
    expect(geneFacts({ ...gene, symbol: 'BRCA1' }, human).symbol).toBe('BRCA1');
  });

  test('a registered gene has tier and level, and the widest tier where it has none', () => {
    const facts = { geneId: 672, taxon: human, symbol: 'BRCA1', name: null, aliases: null };
    expect(userGeneRecord(facts, 'TIER1', 2)).toStrictEqual({ ...facts, tier: 'TIER1', privacyLevel: 2 });
    expect(userGeneRecord(facts, null, 0)).toStrictEqual({ ...facts, tier: 'TIER3', privacyLevel: 0 });
  });
});
