/** Changes of an RDP database are noticed person by person, and reference data as a whole. */

import { expect, test } from 'vitest';
import { PERSON_TABLES, type PersonTable } from '../../src/registry/rdp-database/changes.ts';
import { openRdpDatabase, type RdpDatabase } from '../../src/registry/rdp-database/rdp-database.ts';
import { aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { readWhole } from '../support/services/read-whole.ts';

const filled = aUser(7, {
  publications: [{ pmid: 7, title: 'x' }],
  researcherCategories: ['IN_VIVO'],
  taxonDescriptions: { [HUMAN]: 'x' },
  genes: [
    { geneId: 672, tier: 'TIER1', privacyLevel: 0 },
    { geneId: 7157, tier: 'TIER2', privacyLevel: 2 },
  ],
  organs: ['UBERON:0000955'],
  ontologyTerms: [{ ontology: 'hp', termId: 'HP:0001250', name: 'x' }],
  goTerms: [{ goId: 'GO:1', name: 'x', definition: 'x', aspect: 'BP', taxonId: HUMAN, frequency: 1, size: 2 }],
  accessTokens: [{ token: 'filled-token', expiresAt: '2030-01-01T00:00:00Z' }],
});
const snapshot = smallSnapshot({
  users: [aUser(1), { ...filled, id: 6, email: 'six@example.org', accessTokens: [] }, filled],
});

/** Who differs, by table, behind a change. */
async function changedBy(database: RdpDatabase, rdp: TestRdpDatabase, ...statements: string[]) {
  const before = await database.readPersonChecksums(PERSON_TABLES);
  await rdp.run(...statements);
  const after = await database.readPersonChecksums(PERSON_TABLES);
  const differing = PERSON_TABLES.map((table): [PersonTable, number[]] => {
    const [old, now] = [before.get(table), after.get(table)];
    const ids = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    return [table, [...ids].filter((id) => old?.get(id) !== now?.get(id))];
  });
  return Object.fromEntries(differing.filter(([, ids]) => ids.length > 0));
}

test('what is not changed has the same checksums, also over another connection', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  await using other = openRdpDatabase(rdp.address);
  expect(await other.readPersonChecksums(PERSON_TABLES)).toEqual(await database.readPersonChecksums(PERSON_TABLES));
  expect(await other.readReferenceChecksums()).toEqual(await database.readReferenceChecksums());
  expect(await changedBy(database, rdp, 'SELECT 1')).toEqual({});
});

test('whatever is changed of one person changes a checksum of that person, and of nobody else', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  const ofUser = 'WHERE user_id = 7';
  const text = (table: string, names: string) => names.split(' ').map((name) => [table, name, "'other'"]);
  const number = (table: string, names: string) => names.split(' ').map((name) => [table, name, '1']);
  const flag = (table: string, names: string) => names.split(' ').map((name) => [table, name, `1 - ${name}`]);
  const changes = [
    ...text('user', 'email contact_email name last_name description organization department phone website'),
    ...text('user', 'researcher_position'),
    ...number('user', 'privacy_level'),
    ...flag('user', 'enabled shared hide_genelist contact_email_verified'),
    ...text('gene', 'tier'),
    ...number('gene', 'user_privacy_level'),
    ...text('user_researcher_category', 'researcher_category'),
    ...text('descriptions', 'description'),
    ...text('publication', 'title'),
    ...number('publication', 'pmid'),
    ...text('user_organ', 'uberon_id'),
    ...text('term', 'go_id name definition aspect'),
    ...number('term', 'size'),
    ...flag('term', 'frequency'),
    ...text('access_token', 'token'),
    ['access_token', 'expiry_date', "'2031-01-01'"],
    ...text('user_ontology_term', 'term_id name'),
  ];
  for (const [table = '', column, value] of changes) {
    const changed = await changedBy(database, rdp, `UPDATE ${table} SET ${column} = ${value} ${ofUser}`);
    expect([column, changed]).toEqual([column, { [table]: [7] }]);
  }
  expect(await changedBy(database, rdp, `DELETE FROM user_role ${ofUser}`)).toEqual({ user_role: [7] });
  expect(await changedBy(database, rdp, `DELETE FROM gene ${ofUser} LIMIT 1`)).toEqual({ gene: [7] });
});

test('null and empty, letter case and a blank at the end are differences', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  for (const text of ["''", "'NULL'", "'a'", "'A'", "'A '"]) {
    const changed = await changedBy(database, rdp, `UPDATE user SET phone = ${text} WHERE user_id = 7`);
    expect([text, changed]).toEqual([text, { user: [7] }]);
  }
});

test('two genes of one person that exchange their levels, or their tiers, are a change', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  const levels = 'UPDATE gene SET user_privacy_level = 2 - user_privacy_level WHERE user_id = 7';
  expect(await changedBy(database, rdp, levels)).toEqual({ gene: [7] });
  const tiers = "UPDATE gene SET tier = if(tier = 'TIER1', 'TIER2', 'TIER1') WHERE user_id = 7";
  expect(await changedBy(database, rdp, tiers)).toEqual({ gene: [7] });
});

test('reference data have a checksum for each table; new copies of them in rows of people are no change', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  const changes: [string, string][] = [
    ['gene_info', "UPDATE gene_info SET symbol = 'X' WHERE gene_id = 672"],
    ['ortholog', 'DELETE FROM ortholog'],
    ['taxon', 'UPDATE taxon SET active = 0 WHERE taxon_id = 9606'],
    ['organ_info', "UPDATE organ_info SET name = 'X'"],
    ['ontology', 'UPDATE ontology SET active = 0'],
    ['ontology_term_info', 'UPDATE ontology_term_info SET active = 0'],
    ['ontology_term_info_sub_terms', 'DELETE FROM ontology_term_info_sub_terms'],
    ['gene', `INSERT INTO gene (user_id, gene_id, symbol, taxon_id) VALUES (1, 99, 'OWN', ${HUMAN})`],
    ['user_organ', "INSERT INTO user_organ (user_id, uberon_id, name) VALUES (1, 'UBERON:1', 'own')"],
  ];
  for (const [table, statement] of changes) {
    const before = await database.readReferenceChecksums();
    await rdp.run(statement);
    const after = await database.readReferenceChecksums();
    expect([...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)).toEqual([table]);
  }
  const copies = [
    "UPDATE gene SET symbol = 'NEW' WHERE gene_id <> 99",
    "UPDATE user_organ SET name = 'new' WHERE user_id <> 1",
  ];
  const before = await database.readReferenceChecksums();
  expect(await changedBy(database, rdp, ...copies)).toEqual({});
  expect(await database.readReferenceChecksums()).toEqual(before);
});

test('the time of the last write of a table moves with a change, and not with one that changes nothing', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using database = openRdpDatabase(rdp.address);
  const first = await database.readWriteTimes();
  expect(first.now).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await rdp.run('DO sleep(1.1)', 'UPDATE user SET name = name', "UPDATE publication SET title = 'new'");
  const { tables } = await database.readWriteTimes();
  expect(tables.get('user')).toBe(first.tables.get('user'));
  expect(String(tables.get('publication')) > String(first.tables.get('publication'))).toBe(true);
});

test('single people are as in the whole, with the genes and organs that only their rows have', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot });
  await rdp.run(
    `INSERT INTO gene (user_id, gene_id, symbol, taxon_id) VALUES (1, 99, 'OF1', ${HUMAN}), (7, 100, 'OF7', ${HUMAN})`,
    "INSERT INTO user_organ (user_id, uberon_id, name) VALUES (1, 'UBERON:1', 'of 1'), (7, 'UBERON:7', 'of 7')",
    "INSERT INTO user_organ (user_id, uberon_id, name) VALUES (6, 'UBERON:7', 'newest')",
  );
  await using database = openRdpDatabase(rdp.address);
  const whole = (await readWhole(rdp.address)).snapshot;
  const { users, ownGenes, ownOrgans, omitted } = await database.readUsers([7, 5, 1, 7]);
  expect(users).toEqual(whole.users.filter(({ id }) => id !== 6));
  expect(ownGenes).toEqual(whole.genes.filter(({ geneId }) => geneId === 99 || geneId === 100));
  expect(ownOrgans).toEqual(whole.organs.filter(({ uberonId }) => /:[17]$/.test(uberonId)));
  expect(ownOrgans).toHaveLength(2);
  expect(omitted.count).toBe(0);
  const one = await database.readUsers([7]);
  expect([one.users.length, one.ownGenes, one.ownOrgans.length]).toEqual([1, [ownGenes[1]], 1]);
});
