/** What a list shows of a record: the same members, and nothing that only a profile shows. */

import { expect, test } from 'vitest';
import { geneRow, personRow, rowOf } from '../../../src/domain/record/row.ts';
import { shownRow } from '../../support/network/shown-rows.ts';
import { gene, user } from '../sanitize/example-partner-records.ts';

const SIGNATURE = { origin: 'FlyNet', originUrl: 'https://fly.example.org' };
const asSent = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a person is shown with name, place, categories and organs, and where they come from', () => {
  const person = { ...user(), ...SIGNATURE, researcherCategories: ['IN_VIVO'] };
  const row = asSent(personRow(person));
  expect(row).toEqual(shownRow(person));
  // Of a long description the beginning, on one line, in whole words.
  const long = asSent(personRow({ ...person, description: `Engines\n${'of some kind '.repeat(20)}` }));
  expect(long.description).toMatch(/^Engines of some .{60,100} \w+…$/);
  expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['userGenes']));
  expect(row).toMatchObject({ id: 7, name: 'Ada', lastName: 'Lovelace', researcherCategories: ['IN_VIVO'] });
});

test('what is null or empty is left out', () => {
  const nothing = { name: null, lastName: null, researcherCategories: [], userOrgans: {}, organization: null };
  expect(asSent(personRow({ ...nothing, ...SIGNATURE }))).toEqual(SIGNATURE);
  expect(asSent(personRow({ ...SIGNATURE, userOrgans: { 'UBERON:1': { name: null } } }))).toEqual({
    ...SIGNATURE,
    userOrgans: { 'UBERON:1': {} },
  });
});

test('a gene is shown with what it is called, its organism and its tier', () => {
  const { remoteUser: _, ...shown } = shownRow(gene());
  expect(asSent(geneRow(gene() as Parameters<typeof geneRow>[0]))).toEqual(shown);
  expect(shown).toEqual({ geneId: 672, symbol: 'BRCA1', taxon: { id: 9606, commonName: 'human' }, tier: 'TIER1' });
});

test.each([
  ['researcher', { ...user(), ...SIGNATURE }],
  ['registered gene', { ...gene(), remoteUser: { ...user(), ...SIGNATURE } }],
])('a row of a %s has its place and its links besides', (_, record) => {
  const more = { originKey: 'fly', links: { self: 'https://fly.example.org/1' } };
  const row = asSent(rowOf({ ...record, ...more } as Parameters<typeof rowOf>[0]));
  expect(row).toEqual({ ...shownRow(record), ...more });
});
