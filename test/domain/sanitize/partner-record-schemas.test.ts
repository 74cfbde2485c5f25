/** Which records of partners are believed, and which are dropped. */

import { describe, expect, test } from 'vitest';
import { anonymisedUser, CHECKS, gene, LEGACY_USER, stats, term, user, userGene } from './example-partner-records.ts';

const long = 'x'.repeat(10_000);
const tooLong = `${long}x`;
const entries = (count: number, entry: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), entry(index)]));

describe('a researcher is believed', () => {
  test.each<[string, object]>([
    ['as 1.5 sends one', user()],
    ['as 1.4 sends one', user({ ...LEGACY_USER, anonymousId: null, userOntologyTerms: undefined })],
    ['anonymised, as 1.5 sends one', anonymisedUser()],
    ['with the id 0 and no anonymous id', user({ id: 0 })],
    ['anonymised, as 1.4 sends one, with the id 0', anonymisedUser({ ...LEGACY_USER, id: 0, contactEmail: null })],
    ['with nothing but an id', { id: 1 }],
    ['with the largest id there is', user({ id: 2_147_483_647 })],
    ['with members that nobody knows', user({ orcid: { any: ['thing'] } })],
    ['with nulls for lists and maps', { id: 1, publications: null, userGenes: null, userOrgans: null }],
    [
      'with nulls in lists and maps',
      { id: 1, publications: [null], userGenes: { '1': null }, userOrgans: { a: null } },
    ],
    ['with the longest text', user({ description: long })],
    ['with a name of 255 characters', user({ lastName: 'x'.repeat(255) })],
    ['with the most organs', user({ userOrgans: entries(500, (index) => ({ uberonId: String(index) })) })],
    ['with a category of a later version', user({ researcherCategories: ['IN_ORBIT'] })],
    ['with a website that is none, which is left out later', user({ website: { href: 'javascript:alert(1)' } })],
    [
      'with a gene of tier 3 in the list, which is left out later',
      user({ userGenes: { '1': userGene({ tier: 'TIER3' }) } }),
    ],
  ])('%s', (_, record) => {
    expect(CHECKS.user(record)).toBe(true);
  });
});

describe('a researcher is not believed as it is', () => {
  test.each<[string, unknown]>([
    ['that is null', null],
    ['that is a list', [user()]],
    ['that is text', 'Ada'],
    ['without an identity', user({ id: undefined })],
    ['with a null for an identity', user({ id: null, anonymousId: null })],
    ['with a negative id', user({ id: -1 })],
    ['with an id beyond 32 bits', user({ id: 2_147_483_648 })],
    ['with an id that is text', user({ id: '7' })],
    ['with half an id', user({ id: 7.5 })],
    ['with an infinite id', user({ id: Number.POSITIVE_INFINITY })],
    ['with an anonymous id that is no UUID', anonymisedUser({ anonymousId: 'me' })],
    ['with an empty anonymous id', anonymisedUser({ anonymousId: '' })],
    ['with a map for a name', user({ lastName: { toString: 'x' } })],
    ['with a number for an e-mail', user({ email: 5 })],
    ['with text that is too long', user({ description: tooLong })],
    ['with a name that is too long', user({ lastName: 'x'.repeat(256) })],
    ['with a map for publications', user({ publications: {} })],
    ['with text for a publication', user({ publications: ['Nature'] })],
    ['with a list for genes', user({ userGenes: [] })],
    ['with a gene under a name', user({ userGenes: { BRCA1: userGene() } })],
    ['with a gene under a dangerous name', user({ userGenes: JSON.parse('{"__proto__": {"symbol": "X"}}') })],
    ['with an organ under a dangerous name', user({ userOrgans: JSON.parse('{"__proto__": {"name": "X"}}') })],
    ['with a gene with an absurd number', user({ userGenes: { '1': userGene({ geneId: 1e300 }) } })],
    ['with a gene of a level that does not exist', user({ userGenes: { '1': userGene({ privacyLevel: 3 }) } })],
    ['with more organs than anybody has', user({ userOrgans: entries(501, () => null) })],
    ['with more publications than anybody has', user({ publications: Array.from({ length: 2_001 }, () => null) })],
    ['with a term of no ontology', user({ userOntologyTerms: [{ termId: 'MONDO:1' }] })],
    ['with a term without an id', user({ userOntologyTerms: [{ ontology: { name: 'mondo' }, name: 'a disease' }] })],
    ['with a level as text', user({ privacyLevel: 'PUBLIC' })],
  ])('%s', (_, record) => {
    expect(CHECKS.user(record)).toBe(false);
  });
});

describe('a registered gene', () => {
  test.each<[string, object]>([
    ['as 1.5 sends it', gene()],
    ['as 1.4 sends it', gene({ anonymousId: null, privacyLevel: undefined, modificationDate: '2020-01-27' })],
    ['as 1.3 sends it, with the milliseconds of a change', gene({ modificationDate: 1_580_083_200_000 })],
    ['of an anonymised researcher', gene({ anonymousId: anonymisedUser().anonymousId, remoteUser: anonymisedUser() })],
    ['without a gene id', gene({ geneId: null })],
    ['of an organism without names', gene({ taxon: { id: 9606 } })],
  ])('%s is believed', (_, record) => {
    expect(CHECKS.gene(record)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['of tier 3', gene({ tier: 'TIER3' })],
    ['of a tier in lower case', gene({ tier: 'tier1' })],
    ['without a tier', gene({ tier: null })],
    ['without a symbol', gene({ symbol: '' })],
    ['without a taxon', gene({ taxon: undefined })],
    ['of a taxon without a number', gene({ taxon: { commonName: 'human' } })],
    ['without an owner', gene({ remoteUser: null })],
    ['of an owner without an identity', gene({ remoteUser: { name: 'Ada' } })],
    ['with a gene id that is text', gene({ geneId: '672' })],
    ['with an anonymous id that is a number', gene({ anonymousId: 12 })],
  ])('%s is dropped', (_, record) => {
    expect(CHECKS.gene(record)).toBe(false);
  });
});

describe('a term', () => {
  test.each<[string, unknown, boolean]>([
    ['as 1.5 sends it', term(), true],
    ['with nothing but its names', { ontology: { name: 'mondo' }, termId: 'MONDO:1' }, true],
    ['without an id', term({ termId: undefined }), false],
    ['without an ontology', term({ ontology: null }), false],
    ['of an ontology without a name', term({ ontology: { definition: 'x' } }), false],
    ['with a map of synonyms', term({ synonyms: {} }), false],
  ])('%s: %s', (_, record, isBelieved) => {
    expect(CHECKS.term(record)).toBe(isBelieved);
  });
});

describe('statistics', () => {
  test.each<[string, unknown, boolean]>([
    ['as 1.5 sends them', stats(), true],
    [
      'with nothing but researchers, and members that nobody knows',
      { users: 1, researchersByTaxa: { 'fruit fly': 1 } },
      true,
    ],
    ['without researchers', stats({ users: undefined }), false],
    ['with fewer than no researchers', stats({ users: -1 }), false],
    ['with more than can be counted', stats({ userGenes: 2 ** 60 }), false],
    ['with researchers by name', stats({ researchersByTaxonId: { human: 1 } }), false],
    ['of another kind', { success: false, message: 'no' }, false],
  ])('%s: %s', (_, record, isBelieved) => {
    expect(CHECKS.stats(record)).toBe(isBelieved);
  });
});
