/** What stands in databases of RDP that are in use, and what a registry makes of it: reported, and never more open. */

import { describe, expect, test } from 'vitest';
import type { SnapshotUser } from '../../src/domain/record/snapshot.ts';
import { openRdpDatabase } from '../../src/registry/rdp-database/rdp-database.ts';
import { geneLevelsOf } from '../../src/registry/rdp-database/read-permissions.ts';
import { aGene, aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';
import { openRdpTestDatabase, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { NOT_PADDED, PADDED } from '../support/services/rdp-schema.ts';
import { readWhole } from '../support/services/read-whole.ts';
import { checkSnapshot } from '../support/services/sound-snapshot.ts';
import { startReadyFollower, until } from '../support/services/start-follower.ts';

const EXACT = 'utf8mb4_bin';

/** Reads it, and expects that `import` would take it. */
async function readSound(rdp: TestRdpDatabase) {
  const read = await readWhole(rdp.address);
  expect(checkSnapshot(read.snapshot)).toEqual([]);
  using temporary = openTemporaryStore(read.snapshot);
  expect(temporary.file).toBeTruthy();
  const byId = new Map(read.snapshot.users.map((user) => [user.id, user]));
  return { ...read, user: (id: number) => byId.get(id) as SnapshotUser };
}

async function openSmall(...statements: string[]): Promise<TestRdpDatabase> {
  const rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await rdp.run(...statements);
  return rdp;
}

describe('privacy levels are ordinals:', () => {
  test('of a profile, where none and an unknown one let nobody see it', async () => {
    const users = [0, 1, 2, 3, 4, 5].map((level) => aUser(level + 10, { genes: [] }));
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await rdp.run(
      'UPDATE user SET privacy_level = user_id - 10',
      'UPDATE user SET privacy_level = NULL WHERE user_id = 14',
      'UPDATE user SET privacy_level = -1 WHERE user_id = 15',
    );
    const { snapshot, sentences } = await readSound(rdp);
    expect(snapshot.users.map(({ privacyLevel }) => privacyLevel)).toEqual([0, 1, 2, null, null, null]);
    expect(sentences).toEqual([
      'user 13: the privacy level 3 is unknown, allowed: 0,1,2; nobody sees the profile.',
      'user 15: the privacy level -1 is unknown, allowed: 0,1,2; nobody sees the profile.',
    ]);
  });

  test('of a registered gene, where none is that of the profile, and an unknown one is private', async () => {
    const genes = [1, 2, 3, 4, 5].map((geneId) => aGene(geneId, `G${geneId}`));
    const own = genes.map(({ geneId }) => ({ geneId, tier: 'TIER1' as const, privacyLevel: null }));
    const snapshot = smallSnapshot({ genes, orthologs: [], users: [aUser(1, { genes: own })] });
    await using rdp = await openRdpTestDatabase({ snapshot });
    await rdp.run('UPDATE gene SET user_privacy_level = gene_id - 1 WHERE gene_id < 5');
    const { user, sentences } = await readSound(rdp);
    expect(user(1).genes.map(({ privacyLevel }) => privacyLevel)).toEqual([0, 1, 2, 0, null]);
    expect(sentences).toEqual(['user 1, gene 4: the privacy level 3 is unknown, allowed: 0,1,2; the gene is private.']);
  });
});

test('bits are read as what they are', async () => {
  const flags = { enabled: false, shared: true, hideGenelist: true, contactEmailVerified: true };
  const users = [aUser(1, flags), aUser(2)];
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  const { user } = await readSound(rdp);
  expect(user(1)).toMatchObject(flags);
  expect(user(2)).toMatchObject({ enabled: true, shared: false, hideGenelist: false, contactEmailVerified: false });
});

test('of a flag that is neither 0 nor 1, or missing, the value counts that shows less', async () => {
  await using rdp = await openSmall(
    `ALTER TABLE user MODIFY enabled TINYINT NULL, MODIFY shared TINYINT NULL, MODIFY hide_genelist TINYINT NULL,
       MODIFY contact_email_verified TINYINT NULL`,
    'UPDATE user SET enabled = 2, shared = 2, hide_genelist = 2, contact_email_verified = 2 WHERE user_id = 1',
    'UPDATE user SET enabled = NULL, shared = NULL, hide_genelist = NULL, contact_email_verified = NULL WHERE user_id = 2',
  );
  const { user, sentences } = await readSound(rdp);
  const closed = { enabled: false, shared: false, hideGenelist: true, contactEmailVerified: false };
  expect([user(1), user(2)]).toEqual([expect.objectContaining(closed), expect.objectContaining(closed)]);
  expect(sentences).toEqual([
    'user 1: hide_genelist is 2, allowed: 0, 1; the gene list is hidden.',
    'user 2: hide_genelist is null, allowed: 0, 1; the gene list is hidden.',
  ]);
  await using database = openRdpDatabase(rdp.address);
  const { accounts } = await database.readPermissions(['user']);
  expect([1, 2].map((id) => accounts?.get(id)?.hideGenelist)).toEqual([true, true]);
});

describe('rows that are there twice', () => {
  test('of a gene of a person count once, with the lower level, in records and in what decides who sees what', async () => {
    const users = [aUser(1, { genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: 2 }] })];
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await rdp.run(
      'SET SESSION foreign_key_checks = 0',
      'CREATE TABLE twice AS SELECT * FROM gene',
      'UPDATE twice SET id = id + 100, user_privacy_level = 0',
      'INSERT INTO twice SELECT * FROM gene',
      'DROP TABLE gene',
      'RENAME TABLE twice TO gene',
    );
    const { user, sentences } = await readSound(rdp);
    expect(user(1).genes).toEqual([{ geneId: 672, tier: 'TIER1', privacyLevel: 0 }]);
    expect(sentences).toEqual([
      'user 1, gene 672: another row has this gene; it is left out, and the lower of the two levels counts.',
    ]);
    await using database = openRdpDatabase(rdp.address);
    const { genes } = await database.readPermissions(['gene']);
    expect(geneLevelsOf(genes?.get(1) ?? '')).toEqual(new Map([[672, 0]]));
  });

  test('of a person count once, with no permission that one of them withholds', async () => {
    await using rdp = await openSmall(
      'CREATE TABLE second AS SELECT * FROM user WHERE user_id = 1',
      'UPDATE second SET privacy_level = 0',
      'RENAME TABLE user TO first',
      'CREATE VIEW user AS SELECT * FROM first UNION ALL SELECT * FROM second',
    );
    const { snapshot, user, sentences } = await readSound(rdp);
    expect([snapshot.users.map(({ id }) => id), user(1).privacyLevel]).toEqual([[1, 2], 0]);
    expect(sentences).toEqual([
      'user 1: 2 rows have this id; one is taken, and no permission that another one withholds.',
    ]);
    await using database = openRdpDatabase(rdp.address);
    expect((await database.readPermissions(['user'])).accounts?.get(1)?.privacyLevel).toBe(0);
  });

  test('of an e-mail address leave out whoever has the higher number, and of a token each of its accounts', async () => {
    const accessTokens = [{ token: 'token-of-two', expiresAt: '2099-01-01T00:00:00Z' }];
    const users = [aUser(1, { accessTokens }), aUser(2), aUser(3)];
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await rdp.run(
      'ALTER TABLE user DROP INDEX uk_user_email',
      "UPDATE user SET email = 'user.1@example.org' WHERE user_id = 3",
      'ALTER TABLE access_token DROP INDEX token',
      "INSERT INTO access_token (token, user_id, expiry_date) VALUES ('token-of-two', 2, '2037-01-01')",
    );
    const { snapshot, sentences } = await readSound(rdp);
    expect(snapshot.users.map(({ id, accessTokens: tokens }) => [id, tokens])).toEqual([
      [1, []],
      [2, []],
    ]);
    expect(sentences).toEqual([
      'user 1: an access token (not shown) is also that of another account; it is left out.',
      'user 2: an access token (not shown) is also that of another account; it is left out.',
      'user 3: user 1 has the same e-mail address; the user is left out.',
    ]);
    await using database = openRdpDatabase(rdp.address);
    const { accounts } = await database.readPermissions(['access_token']);
    expect([1, 2].map((id) => accounts?.get(id)?.accessTokens)).toEqual([[], []]);
  });

  test('do not end the following: others are followed, and whoever was left out returns', async () => {
    await using rdp = await openSmall('ALTER TABLE user DROP INDEX uk_user_email');
    await using registry = await startReadyFollower(rdp.address);
    await rdp.run("UPDATE user SET email = 'user.1@example.org' WHERE user_id = 2");
    await until('user 2 is left out', 5_000, async () => (await registry.status('/api/users/2')) === 404);
    expect(await registry.text('/readyz')).toBe('ready');
    await rdp.run("UPDATE user SET email = 'other@example.org', description = 'changed' WHERE user_id = 1");
    await until('user 1 has changed', 5_000, async () => (await registry.text('/api/users/1')).includes('changed'));
    await until('user 2 is back', 5_000, async () => (await registry.status('/api/users/2')) === 200);
    await rdp.run('ALTER TABLE gene ADD INDEX (user_id), DROP INDEX user_id');
    await rdp.run(
      'INSERT INTO gene (user_id, gene_id, symbol, taxon_id, tier) SELECT user_id, gene_id, symbol, taxon_id, tier FROM gene',
      'UPDATE user SET privacy_level = 0 WHERE user_id = 1',
    );
    await until('user 1 is hidden', 5_000, async () => (await registry.status('/api/users/1')) === 401);
    expect(await registry.status('/api/users/2')).toBe(200);
    await until('all is well', 10_000, async () => (await registry.text('/readyz')) === 'ready');
  });
});

test('names of enumerations are names, so that ordinals and unknown names are left out and reported', async () => {
  await using rdp = await openSmall(
    "UPDATE gene SET tier = '0' WHERE gene_id = 672",
    "UPDATE gene SET tier = 'tier1' WHERE gene_id = 7157",
    "UPDATE user SET researcher_position = '0' WHERE user_id = 2",
    "INSERT INTO user_researcher_category VALUES (2, 'IN_VITRO'), (2, 'IN_VIVO')",
    "INSERT INTO role (role) VALUES ('ROLE_MANAGER')",
    "INSERT INTO user_role SELECT 2, role_id FROM role WHERE role = 'ROLE_MANAGER'",
    `INSERT INTO term (user_id, go_id, aspect, taxon_id) VALUES (2, 'GO:1', 'molecular_function', ${HUMAN}),
       (2, 'GO:2', 'other', ${HUMAN}), (2, 'GO:3', NULL, ${HUMAN})`,
  );
  const { user, sentences } = await readSound(rdp);
  const { genes, researcherPosition, researcherCategories, roles, goTerms } = user(2);
  expect(genes.map(({ tier }) => tier)).toEqual([null, null]);
  expect([researcherPosition, researcherCategories, roles]).toEqual([null, ['IN_VIVO'], ['ROLE_USER']]);
  expect(goTerms.map(({ aspect }) => aspect)).toEqual(['MF', 'other', null]);
  expect(sentences).toEqual([
    "user 2: the role 'ROLE_MANAGER' is unknown, allowed: ROLE_ADMIN, ROLE_USER, ROLE_SERVICE_ACCOUNT; it is left out.",
    "user 2: the position '0' is unknown, allowed: PRINCIPAL_INVESTIGATOR; it is left out.",
    expect.stringMatching(/^user 2: the category 'IN_VITRO' is unknown, allowed: IN_SILICO, /),
    "user 2, gene 7157: the tier 'tier1' is unknown, allowed: TIER1, TIER2, TIER3; it is left out.",
    "user 2, gene 672: the tier '0' is unknown, allowed: TIER1, TIER2, TIER3; it is left out.",
    expect.stringMatching(/^user 2, GO term GO:2: the aspect 'other' of a GO term is unknown, allowed: biological_/),
  ]);
});

test('accounts of every kind come: without a role, of a service, disabled, with a token that has expired', async () => {
  const expired = [{ token: 'expired-token', expiresAt: '2020-01-01T00:00:00Z' }];
  const users = [
    ...[aUser(0, { roles: [] }), aUser(1, { roles: ['ROLE_SERVICE_ACCOUNT'] })],
    aUser(2, { enabled: false, accessTokens: expired }),
  ];
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  const { snapshot, sentences } = await readSound(rdp);
  expect([snapshot.users, sentences]).toEqual([users, []]);
});

describe.each([PADDED, NOT_PADDED])('with %s', (collation) => {
  test('blanks at the end and letter case make no other organ and no other term', async () => {
    const snapshot = smallSnapshot({ users: [aUser(1), aUser(2), aUser(3)] });
    await using rdp = await openRdpTestDatabase({ collation, snapshot });
    await rdp.run(
      "INSERT INTO user_organ (user_id, uberon_id, name) VALUES (1, 'uberon:0000955', 'old'), (2, 'UBERON:0000955', 'old')",
      `INSERT INTO user_ontology_term (user_id, ontology_id, term_id, name) VALUES (1, 1, 'HP:0001250 ', 'a'),
         (2, 1, 'hp:0001250', 'b'), (3, 1, 'HP:9', 'gone')`,
    );
    const { snapshot: read, user, sentences } = await readSound(rdp);
    expect(read.organs).toEqual(snapshot.organs);
    expect(user(1).organs).toEqual(['uberon:0000955']);
    expect([1, 2, 3].map((id) => user(id).ontologyTerms)).toEqual([
      [{ ontology: 'hp', termId: 'HP:0001250 ', name: 'a' }],
      [{ ontology: 'hp', termId: 'hp:0001250', name: 'b' }],
      [{ ontology: 'hp', termId: 'HP:9', name: 'gone' }],
    ]);
    expect(sentences).toEqual([]);
  });
});

test('what differs in letter case alone: both users stay; of organs, ontologies and terms the first does', async () => {
  await using rdp = await openRdpTestDatabase({ collation: EXACT, snapshot: smallSnapshot() });
  await rdp.run(
    "UPDATE user SET email = 'USER.1@example.org' WHERE user_id = 2",
    "INSERT INTO organ_info (uberon_id, name, active) VALUES ('uberon:0000955', 'second', 1), ('', 'none', 1)",
    "INSERT INTO user_organ (user_id, uberon_id, name) VALUES (2, 'uberon:0000955', 'second')",
    "INSERT INTO ontology (name, active, available_for_gene_search) VALUES ('HP', 1, 0)",
    `INSERT INTO ontology_term_info (ontology_id, term_id, obsolete, active, is_group, has_icon)
       VALUES (1, 'hp:0001250', 0, 1, 0, 0), (1, '', 0, 1, 0, 0), (2, 'X:1', 0, 1, 0, 0)`,
    'INSERT INTO ontology_term_info_sub_terms VALUES (1, 3), (1, 5)',
  );
  const { snapshot, sentences } = await readWhole(rdp.address);
  expect(snapshot.users.map(({ email }) => email)).toEqual(['user.1@example.org', 'USER.1@example.org']);
  expect(snapshot.organs).toEqual(smallSnapshot().organs);
  expect(snapshot.ontologies).toEqual(smallSnapshot().ontologies);
  expect(sentences).toEqual([
    "organ 'uberon:0000955': another has this id; it is left out.",
    "organ '': the id is empty; it is left out.",
    "term 'hp:0001250' of hp: another has this id; it is left out.",
    "term '' of hp: the id is empty; it is left out.",
    'term HP:0000118 of hp: a term below it is not in the same ontology; it is left out there.',
    'term HP:0000118 of hp: a term below it is not in the same ontology; it is left out there.',
    "ontology 'HP': another has this name; it is left out.",
  ]);
});

test('two genes of one symbol are two genes', async () => {
  const genes = [aGene(1, 'TEC'), aGene(2, 'TEC'), aGene(3, 'tec')];
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ genes, orthologs: [], users: [] }) });
  expect((await readSound(rdp)).snapshot.genes).toEqual(genes);
});

test('a registered gene that is no reference gene has the facts of its newest registration', async () => {
  await using rdp = await openSmall(
    `INSERT INTO gene (user_id, gene_id, symbol, description, synonyms, modification_date, tier, taxon_id) VALUES
       (1, 99, 'OLD', 'old name', '-', '2001-02-03', 'TIER1', ${HUMAN}),
       (2, 99, 'NEW', 'new name', 'A|B', '2011-02-03', 'TIER3', ${HUMAN}),
       (2, 672, 'BRCA-OLD', NULL, NULL, NULL, 'TIER1', ${HUMAN}) ON DUPLICATE KEY UPDATE symbol = 'BRCA-OLD'`,
  );
  const { snapshot, user, sentences } = await readSound(rdp);
  const own = aGene(99, 'NEW', { name: 'new name', aliases: 'A|B', modificationDate: '2011-02-03' });
  expect(snapshot.genes).toEqual([...smallSnapshot().genes, own]);
  expect(user(1).genes).toEqual([{ geneId: 99, tier: 'TIER1', privacyLevel: null }]);
  expect(user(2).genes.map(({ geneId }) => geneId)).toEqual([7157, 672, 99]);
  expect(sentences).toEqual([]);
});

test('a chosen organ that is in no list of organs has the name that the choice has, and is not offered', async () => {
  await using rdp = await openSmall(
    "INSERT INTO user_organ (user_id, uberon_id, name, description) VALUES (1, 'UBERON:1', 'old', NULL), (2, 'UBERON:1', 'heart', 'beats')",
  );
  const { snapshot, user } = await readSound(rdp);
  const own = { uberonId: 'UBERON:1', name: 'heart', description: 'beats', active: false, ordering: null };
  expect(snapshot.organs).toEqual([...smallSnapshot().organs, own]);
  expect(user(1).organs).toEqual(['UBERON:1']);
});

test('a taxon that only genes name is there without a name', async () => {
  await using rdp = await openSmall(
    'SET SESSION foreign_key_checks = 0',
    'INSERT INTO gene_info (gene_id, symbol, taxon_id) VALUES (5, "X", 4932)',
  );
  const { snapshot, sentences } = await readSound(rdp);
  const nameless = { id: 4932, commonName: null, scientificName: null, ordering: null, active: false };
  expect(snapshot.taxa).toContainEqual(nameless);
  expect(sentences).toEqual(['taxon 4932: there are genes of it, but it is not in taxon; it has no name.']);
});

/** A database with somebody beside the usual two of whom every column says something. */
function openWithEveryColumn() {
  const full = aUser(3, {
    publications: [{ pmid: 7, title: 'x' }],
    taxonDescriptions: { [HUMAN]: 'x' },
    genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: 1 }],
    organs: ['UBERON:0000955'],
    ontologyTerms: [{ ontology: 'hp', termId: 'HP:0001250', name: 'x' }],
    goTerms: [{ goId: 'GO:1', name: 'x', definition: 'x', aspect: 'BP', taxonId: HUMAN, frequency: 1, size: 2 }],
    accessTokens: [{ token: 'full-token', expiresAt: '2030-01-01T00:00:00Z' }],
  });
  const { users } = smallSnapshot();
  return openRdpTestDatabase({ snapshot: smallSnapshot({ users: [...users, full] }) });
}

test('a null in any column that may be null loses nobody', async () => {
  await using rdp = await openWithEveryColumn();
  const columns = await rdp.rows(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns
     WHERE table_schema = '${rdp.name}' AND is_nullable = 'YES' AND table_name NOT LIKE '%reset%' ORDER BY 1, 2`,
  );
  expect(columns.length).toBeGreaterThan(50);
  for (const { t, c } of columns) {
    await rdp.run(`UPDATE \`${t}\` SET \`${c}\` = NULL`);
    const { snapshot } = await readWhole(rdp.address);
    expect([t, c, checkSnapshot(snapshot), snapshot.users.length]).toEqual([t, c, [], 3]);
  }
  const { sentences } = await readSound(rdp);
  expect(sentences).toEqual(
    expect.arrayContaining([
      '1 of the publications belong to no user; they are left out.',
      '2 of the access tokens belong to no user; they are left out.',
      '1 of the GO terms belong to no user; they are left out.',
      'user 3: a registered gene has the id null, which is no id of NCBI; it is left out.',
      'user 3: an organ has no Uberon id; it is left out.',
    ]),
  );
});

test('ids that a registry cannot hold are left out and reported; 0 is one like any other', async () => {
  await using rdp = await openSmall(
    "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0",
    `INSERT INTO gene_info (id, gene_id, symbol, taxon_id) VALUES (0, 0, 'ZERO', ${HUMAN}), (-3, -8, 'LESS', ${HUMAN})`,
    'INSERT INTO ortholog VALUES (1, 0), (1, -3), (1, 77)',
    `INSERT INTO gene (user_id, gene_id, symbol, taxon_id) VALUES (2, 0, 'ZERO', ${HUMAN}), (2, -8, 'LESS', ${HUMAN})`,
    `INSERT INTO user SELECT 0, 'zero@example.org', ${restOfUser} FROM user WHERE user_id = 2`,
    `INSERT INTO user SELECT -1, 'less@example.org', ${restOfUser} FROM user WHERE user_id = 2`,
    "INSERT INTO publication (user_id, pmid, title) VALUES (2, -4, 'x')",
    `INSERT INTO term (user_id, go_id, frequency, size, taxon_id) VALUES (2, 'GO:9', -1, 99999999999, ${HUMAN})`,
  );
  const { snapshot, user, sentences } = await readSound(rdp);
  expect(snapshot.users.map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(snapshot.genes.map(({ geneId }) => geneId)).toEqual([0, 672, 7157, 12189]);
  expect(snapshot.orthologs).toEqual([
    [672, 0],
    [672, 12189],
  ]);
  expect(user(2).genes.map(({ geneId }) => geneId)).toEqual([7157, 672, 0]);
  expect(user(2).publications).toEqual([{ pmid: null, title: 'x' }]);
  expect(sentences).toHaveLength(8);
  expect(sentences.join('\n')).toContain(
    'user -1: the id is no whole number from 0 to 2147483647; the user is left out.',
  );
});
test('one impossible value in any column leaves sound data, and is reported with what is left out for it', async () => {
  await using rdp = await openWithEveryColumn();
  const columns = await rdp.rows(
    `SELECT table_name AS t, column_name AS c, data_type AS kind, character_maximum_length AS longest
     FROM information_schema.columns
     WHERE table_schema = '${rdp.name}' AND table_name NOT LIKE '%reset%' ORDER BY 1, 2`,
  );
  await rdp.run("SET SESSION foreign_key_checks = 0, sql_mode = ''");
  for (const { t, c, kind, longest } of columns) {
    const isText = longest !== null;
    const values = isText
      ? ["''", `repeat('x', ${Math.min(Number(longest), 60_000)})`]
      : ['-1', '-99999999999', '99999999999'];
    for (const value of kind === 'bit' ? [] : values) {
      await rdp.run('START TRANSACTION');
      const change = `UPDATE IGNORE \`${t}\` SET \`${c}\` = ${value} LIMIT 1`;
      await rdp.run(change, 'COMMIT');
      const { snapshot } = await readWhole(rdp.address);
      expect([change, checkSnapshot(snapshot)]).toEqual([change, []]);
    }
  }
});

test('an organism below 0 leaves out its genes, and of nobody more than those', async () => {
  await using rdp = await openSmall(
    'SET SESSION foreign_key_checks = 0',
    'UPDATE gene_info SET taxon_id = -1 WHERE gene_id = 7157',
    `INSERT INTO gene (user_id, gene_id, symbol, tier, taxon_id) VALUES (2, 99, 'OWN', 'TIER1', -1)`,
    "INSERT INTO descriptions (user_id, taxon_id, description) VALUES (2, -1, 'x')",
  );
  const { user, sentences } = await readSound(rdp);
  expect(user(2).genes.map(({ geneId }) => geneId)).toEqual([672]);
  expect(user(2).taxonDescriptions).toEqual({});
  expect(sentences.filter((sentence) => sentence.startsWith('user 2'))).toEqual([
    expect.stringMatching(/^user 2: .*taxon -1.*left out/),
    'user 2: the registered gene 7157 is left out, as the gene is.',
    'user 2: the registered gene 99 is left out, as the gene is.',
  ]);
  await using registry = await startReadyFollower(rdp.address);
  for (const path of [
    '/api/genes',
    '/api/users',
    '/api/users/2',
    '/api/genes/search?symbol=BRCA1&taxonId=9606',
    '/api/stats',
  ]) {
    expect([path, await registry.status(path)]).toEqual([path, 200]);
  }
  expect(await registry.text('/api/users/2')).toContain('BRCA1');
});

const restOfUser = [
  ...['enabled, NULL, NULL, NULL, NULL, password, privacy_level, department, description, hide_genelist, last_name'],
  ...['name, organization, phone, shared, website, researcher_position, contact_email, contact_email_verified'],
].join(', ');

describe('times of expiry', () => {
  const snapshot = smallSnapshot();

  test('are instants in 1.5, whatever the zone of the connection that wrote them', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot });
    await rdp.run("SET SESSION time_zone = '+05:30'", "UPDATE access_token SET expiry_date = '2030-01-01 00:00:00'");
    expect((await readSound(rdp)).user(1).accessTokens[0]?.expiresAt).toBe('2029-12-31T18:30:00Z');
  });

  test('have no zone in 1.4, and are taken for UTC', async () => {
    await using rdp = await openRdpTestDatabase({ version: '1.4', snapshot: { ...snapshot, ontologies: [] } });
    await rdp.run("SET SESSION time_zone = '+05:30'", "UPDATE access_token SET expiry_date = '2030-01-01 00:00:00'");
    expect((await readSound(rdp)).user(1).accessTokens[0]?.expiresAt).toBe('2030-01-01T00:00:00Z');
  });

  test('that are none leave their token out', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot });
    await rdp.run("SET SESSION sql_mode = ''", "UPDATE access_token SET expiry_date = '0000-00-00 00:00:00'");
    const { user, sentences } = await readSound(rdp);
    expect(user(1).accessTokens).toEqual([]);
    expect(sentences).toEqual(['user 1: an access token (not shown) has no time of expiry; it is left out.']);
  });
});

test('text keeps every character, and a website that would run a script is left out', async () => {
  const name = 'Łucja 𝔄 🧬 \u0000 "\\\' end ';
  const users = [aUser(1, { name, description: name }), aUser(2, { website: 'javascript:alert(1)' })];
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  const { user, sentences } = await readSound(rdp);
  expect(user(1)).toMatchObject({ name, description: name });
  expect(user(2).website).toBeNull();
  expect(sentences).toEqual(["user 2: the website has the scheme 'javascript', allowed: http, https; it is left out."]);
});

test('an account without an e-mail address is left out and reported', async () => {
  await using rdp = await openSmall("UPDATE user SET email = '' WHERE user_id = 2");
  const { snapshot, sentences } = await readSound(rdp);
  expect(snapshot.users.map(({ id }) => id)).toEqual([1]);
  expect(sentences).toEqual(['user 2: there is no e-mail address; the user is left out.']);
});

test('of many misfits the first are listed, and all are counted', async () => {
  const users = Array.from({ length: 30 }, (_, index) => aUser(index + 1, { website: 'ftp://example.org' }));
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  expect((await readSound(rdp)).sentences).toHaveLength(20);
  expect((await readWhole(rdp.address)).count).toBe(30);
});
