/** Database files that an older version wrote are used as they are, and nothing in them is lost on the way. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type {
  GeneIdentity,
  Snapshot,
  SnapshotDisease,
  SnapshotDiseases,
  SnapshotGene,
  SnapshotUser,
} from '../../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../../src/domain/record/snapshot-versions.ts';
import { users } from '../../../src/registry/people/users.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { migrate } from '../../../src/registry/store/sqlite-file.ts';
import { REGISTRY_FORMAT, SCHEMA, SCHEMA_VERSION } from '../../../src/registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';
import { NAME_INDEXES, nameIndexOf, TEXT_INDEXES, textIndexOf } from '../../../src/registry/store/text-indexes.ts';
import { writeWithdrawnGenes } from '../../../src/registry/store/withdrawn.ts';
import { read } from '../../support/docs/read-markdown.ts';
import { channelSnapshot } from '../../support/registry/channel-snapshot.ts';
import { exported, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

/** The tables that the state had in format 1. */
const STATE_OF_FORMAT_1 = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE access_token (
  id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, hash BLOB NOT NULL UNIQUE, label TEXT,
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL, email TEXT
) STRICT;
CREATE TABLE access_request (
  id INTEGER PRIMARY KEY, received_at TEXT NOT NULL, user_id INTEGER NOT NULL, gene_id INTEGER,
  contact TEXT NOT NULL, reason TEXT NOT NULL
) STRICT;
`;
/**
 * Written by the last version of each format: 3 and 5 from the recorded snapshot `alpha`, 4 from a small snapshot with a disease,
 * later ones from the snapshot of channels. 10 has a request for access that was forwarded, 13 one that was confirmed and
 * forwarded by hand, 16 one, and 11, 16 and 17 the question of a feed.
 */
const written = (format: number) => gunzipSync(readFileSync(new URL(`format-${format}.sqlite.gz`, import.meta.url)));
const alpha = JSON.parse(
  gunzipSync(readFileSync(new URL('../../contract/recorded/alpha.snapshot.json.gz', import.meta.url))).toString(),
) as Snapshot;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'format-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function fileOf(format: number): string {
  const file = join(temporaryFolder(), 'registry.sqlite');
  writeFileSync(file, written(format));
  return file;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** The columns of every table and index of ours. */
function layout(database: DatabaseSync): Record<string, unknown> {
  const ours = "SELECT name FROM sqlite_schema WHERE name NOT LIKE '%trigram_%' AND name NOT LIKE 'sqlite_stat%'";
  const names = database.prepare(ours).all();
  return Object.fromEntries(
    names.map(({ name }) => [
      name,
      [`PRAGMA table_xinfo('${name}')`, `PRAGMA index_xinfo('${name}')`].map((sql) => database.prepare(sql).all()),
    ]),
  );
}

function expectPresentFormat(file: string): void {
  using migrated = new DatabaseSync(file);
  using made = new DatabaseSync(':memory:');
  made.exec(SCHEMA);
  expect(versionOf(migrated)).toBe(SCHEMA_VERSION);
  expect(layout(migrated)).toEqual(layout(made));
}

function sorted({ users: people, genes, taxa, orthologs, ...rest }: Snapshot) {
  const byId = <T extends { id: number }>(list: T[]) => list.toSorted((a, b) => a.id - b.id);
  const withoutTokens = people.map((user) => ({ ...user, accessTokens: [] }));
  const pairs = orthologs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const geneList = genes.toSorted((a, b) => a.geneId - b.geneId);
  return { ...rest, users: byId(withoutTokens), genes: geneList, taxa: byId(taxa), orthologs: pairs };
}

/** Opens a file of this format, which then has the present layout. */
async function migrated(format: number, use: (store: SqliteStore) => unknown): Promise<void> {
  const file = fileOf(format);
  {
    using store = openSqliteStore(file);
    await use(store);
  }
  expectPresentFormat(file);
}

/** The same with a file of the snapshot of channels, all of which is there. */
function channelsMigrated(format: number, use: (store: SqliteStore) => unknown): Promise<void> {
  return migrated(format, async (store) => {
    expect(sorted(exported(store))).toEqual(sorted(channelSnapshot()));
    await use(store);
  });
}

test('a file of format 3 is migrated in place, with everything in it', () =>
  migrated(3, (store) => {
    expect(sorted(exported(store))).toEqual(sorted(presentSnapshot(alpha)));
    expect(store.read((tx) => store.query('SELECT count(*) FROM access_token').first(tx))).toEqual([6]);
    const words = store.query<[number]>("SELECT count(*) FROM gene_words WHERE gene_words MATCH 'repair'");
    expect(store.read((tx) => words.first(tx)?.[0])).toBeGreaterThan(0);
    // One researcher may change now without all being written again.
    const { find, put } = users(store);
    const [ada] = alpha.users;
    store.write((tx) =>
      put(tx, [{ ...(find(tx, ada?.id ?? 0) as Snapshot['users'][0]), name: 'Renamed' }], new Date()),
    );
    importInto(store, exported(store));
    expect(exported(store).users.find(({ id }) => id === ada?.id)?.name).toBe('Renamed');
  }));

test('a file of format 4 is migrated in place, with its diseases', () =>
  migrated(4, (store) => {
    expect(exported(store)).toMatchObject({
      ontologies: [{ name: 'hp', terms: [{ termId: 'HP:0000118', diseaseIds: [] }, { termId: 'HP:0001250' }] }],
      diseases: {
        ...{ source: 'HPO', release: '2025-01-16', phenotypeGenes: [] },
        diseases: [{ diseaseId: 'ORPHA:524', name: 'Li-Fraumeni syndrome' }],
        geneDiseases: [[7157, 'ORPHA:524']],
      },
      users: [{ id: 1 }, { id: 2, genes: [{ geneId: 7157 }, { geneId: 672 }] }],
    });
    expect(store.read((tx) => store.query('SELECT count(*) FROM access_token').first(tx))).toEqual([1]);
    importInto(store, exported(store));
  }));

test('people in a file of format 5 are found by whoever reads them, as in a new file', () => {
  const file = fileOf(5);
  const tables = ['user_search', 'user_text JOIN text ON id = text_id'];
  const rows = (database: DatabaseSync) => {
    const indexed = [
      ...NAME_INDEXES.map((one) => `rowid FROM ${nameIndexOf(one)} WHERE ${nameIndexOf(one)} MATCH 'lev'`),
      ...TEXT_INDEXES.map((one) => {
        return `folded FROM text WHERE id IN (SELECT rowid FROM ${textIndexOf(one)} WHERE ${textIndexOf(one)} MATCH 'ner')`;
      }),
    ];
    const owners = 'gene_id, readers, taxon_id, symbol, hex(owners) FROM gene_owners';
    const columns = [owners, ...['*', 'readers, user_id, folded'].map((named, at) => `${named} FROM ${tables[at]}`)];
    return [...columns, ...indexed].map((sql) =>
      database
        .prepare(`SELECT ${sql}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    );
  };
  using again = openTemporaryStore(alpha);
  openSqliteStore(file)[Symbol.dispose]();
  expectPresentFormat(file);
  using migrated = new DatabaseSync(file);
  using made = new DatabaseSync(again.file);
  expect(rows(migrated)).toEqual(rows(made));
  expect(rows(made).filter(({ length }) => length > 0).length).toBeGreaterThan(7);
});

test('a file of format 6 is migrated in place, and takes other names of genes and diseases', () =>
  migrated(6, (store) => {
    const before = exported(store);
    expect(sorted(before)).toEqual(sorted(channelSnapshot()));
    const [gene, ...genes] = before.genes.filter(({ identity }) => identity !== null);
    const identity = { ...(gene?.identity as GeneIdentity), authoritySymbol: 'KCNQ-2' };
    const [disease] = before.diseases?.diseases ?? [];
    const named = { ...(disease as SnapshotDisease), otherNames: [{ name: 'DEE7', source: 'MONDO', language: 'en' }] };
    const diseases = { ...(before.diseases as SnapshotDiseases), diseases: [named] };
    const changed = { ...before, genes: [{ ...(gene as SnapshotGene), identity }, ...genes], orthologs: [], diseases };
    importInto(store, { ...changed, diseases: { ...diseases, geneDiseases: [], phenotypeGenes: [] }, users: [] });
    expect(exported(store)).toMatchObject({ genes: [{ identity }, {}, {}, {}], diseases: { diseases: [named] } });
  }));

test('a file of format 7 is migrated in place, and what is withdrawn of genes can be noted', () =>
  channelsMigrated(7, (store) => {
    const [{ id, genes }] = channelSnapshot().users.filter((user) => user.genes.length > 0) as [SnapshotUser];
    store.write((tx) => writeWithdrawnGenes(tx, new Map([[id, new Map([[genes[0]?.geneId ?? 0, 'gone']])]])));
    expect(exported(store).users.find((user) => user.id === id)?.genes).toHaveLength(genes.length - 1);
    importInto(store, channelSnapshot());
    expect(sorted(exported(store))).toEqual(sorted(channelSnapshot()));
  }));

test('a file of format 8 is migrated in place, and keeps the questions of feeds', () =>
  channelsMigrated(8, async (store) => {
    const bounds = { most: 1, mostOfNetwork: 1, readSince: 0, passingSeconds: 60 };
    const question = { question: new Uint8Array(16).fill(7), network: new Uint8Array(16) };
    expect(await sqliteState(store).feedQuestions.begin(question, 1, bounds)).toBe(true);
  }));

test('a file of format 10 is migrated in place, and its requests are those of nobody who is known', () =>
  channelsMigrated(10, async (store) => {
    const { requests } = sqliteState(store);
    const [request] = (await requests.list(10)).requests;
    expect(request).toMatchObject({ reference: 'K7QM-4XRT', name: null, pageKey: null, confirmBy: null });
    expect(request?.steps).toMatchObject([{ state: 'forwarded', note: 'To her clinic.', answer: null }]);
    const at = '2026-01-03T00:00:00.000Z';
    expect(await requests.confirm(request?.id ?? 0, at, at)).toBe(false);
    expect(await requests.claimDue(at, at, 10)).toEqual([]);
    const answer = { name: 'Olga', address: 'olga@example.org', words: null };
    const step = { at, state: 'accepted', byUserId: 1, note: null, answer } as const;
    expect(await requests.addStep(request?.id ?? 0, { ...step, once: null }, 2)).toBe(true);
    expect((await requests.find(request?.id ?? 0))?.steps[1]).toEqual(step);
  }));

test('a file of format 11 is migrated in place, and keeps who is notified by mail', () =>
  channelsMigrated(11, async (store) => {
    const { feedQuestions, subscriptions } = sqliteState(store);
    expect(await feedQuestions.find(new Uint8Array(16).fill(7))).toMatchObject({ lastReadAt: 1 });
    expect(await subscriptions.claim(new Uint8Array(16), { day: 1, second: 1 })).toBeUndefined();
  }));

test('a file of format 13 is migrated in place, and its requests can be forwarded by message', () =>
  channelsMigrated(13, async (store) => {
    const { requests, duePeople } = sqliteState(store);
    const [request] = (await requests.list(10)).requests;
    expect(request).toMatchObject({
      confirmedAt: '2026-01-02T00:00:00.000Z',
      steps: [{ state: 'forwarded', byUserId: 1 }],
    });
    const at = '2026-01-03T00:00:00.000Z';
    const step = { at, state: 'queued', byUserId: null, note: null, answer: null, once: 'queued-1' } as const;
    const added = [1, 2].map(() => requests.addStep(request?.id ?? 0, step, 9));
    expect(await Promise.all(added)).toEqual([true, false]);
    await duePeople.lookAt(1, at);
    expect(await duePeople.claim(at, at)).toEqual({ userId: 1, until: at });
  }));

test('a file of format 15 is migrated in place, and feeds are asked again', () =>
  channelsMigrated(15, async (store) => {
    const { feedQuestions, subscriptions } = sqliteState(store);
    const question = new Uint8Array(16).fill(7);
    const bounds = { most: 1, mostOfNetwork: 1, readSince: 0, passingSeconds: 60 };
    await feedQuestions.begin({ question, network: question }, 1, bounds);
    const repeated = { kind: 'genes', search: 'symbol=KCNQ2' } as const;
    await feedQuestions.askAgain(question, repeated, { day: 2, secondOfDay: 3 });
    expect(await feedQuestions.claim({ day: 2, second: 3 }, 0)).toEqual(repeated);
    expect(await subscriptions.claimLinks(1, { next: 2, most: 1 })).toEqual([]);
  }));

test('a file of format 16 is migrated in place, and its questions and requests count for no network and no mailbox', () =>
  channelsMigrated(16, async (store) => {
    const { feedQuestions, requests, uses } = sqliteState(store);
    const question = new Uint8Array(16).fill(7);
    expect((await feedQuestions.find(question))?.firstReadAt).toBe(1000);
    const bounds = { most: 2, mostOfNetwork: 1, readSince: 0, passingSeconds: 0 };
    const another = { question: new Uint8Array(16).fill(8), network: question };
    expect(await feedQuestions.begin(another, 1000, bounds)).toBe(true);
    expect((await requests.list(9)).requests).toMatchObject([{ contact: 'ada@example.org', reference: 'ABCD-EFGH' }]);
    expect(await uses.take({ name: 'one', mostOfCaller: 1, mostInAll: 1 }, question, 1)).toBe('taken');
  }));

test('a file of format 17 is migrated in place, and has an empty audit log', () =>
  channelsMigrated(17, async (store) => {
    expect(await sqliteState(store).auditLog.calls()).toEqual([]);
  }));

type Changed = (snapshot: Snapshot) => Partial<Snapshot>;

function withPairs(geneDiseases: SnapshotDiseases['geneDiseases']): Changed {
  return ({ diseases }) => ({ diseases: { ...(diseases as SnapshotDiseases), geneDiseases } });
}

test.each<[number, what: string, Changed]>([
  [9, 'associations get their kinds', withPairs([[3785, 'OMIM:613720', 'MENDELIAN']])],
  [
    ...([12, 'several sources tie a gene'] as const),
    withPairs([
      [3785, 'OMIM:613720'],
      [3785, 'OMIM:613720', 'Candidate gene tested in', 'Orphanet', '2025-06-24'],
    ]),
  ],
  [
    ...([14, 'people get identifiers'] as const),
    ({ users: [person, ...others] }) => ({
      users: [{ ...(person as SnapshotUser), orcid: '0000-0002-1825-0097' }, ...others],
    }),
  ],
  [
    ...([18, 'genes get the identifiers of the databases of their organisms'] as const),
    ({ genes: [gene, ...others] }) => {
      const identity = { ...(gene?.identity as GeneIdentity), organismIds: ['MGI:104537'] };
      return { genes: [{ ...(gene as SnapshotGene), identity }, ...others] };
    },
  ],
  [
    ...([20, 'obsolete terms get those that may replace them'] as const),
    ({ ontologies }) => {
      const [ontology, ...others] = ontologies as [Snapshot['ontologies'][number]];
      const [term, ...terms] = ontology.terms as [(typeof ontology.terms)[number]];
      const obsolete = { ...term, obsolete: true, consideredTermIds: ['HP:0000118', 'HP:0001250'] };
      return { ontologies: [{ ...ontology, terms: [obsolete, ...terms] }, ...others] };
    },
  ],
])('a file of format %i is migrated in place, and %s', (format, _, change) =>
  channelsMigrated(format, (store) => {
    const changed = { ...channelSnapshot(), ...change(channelSnapshot()) };
    importInto(store, changed);
    expect(sorted(exported(store))).toEqual(sorted(changed));
  }),
);

test('requests and tokens in a file of the state of format 1 are there in the present format', async () => {
  const file = join(temporaryFolder(), 'state.sqlite');
  {
    using before = new DatabaseSync(file);
    before.exec(`${STATE_OF_FORMAT_1}
      PRAGMA application_id = ${STATE_FORMAT.applicationId}; PRAGMA user_version = 1;
      INSERT INTO access_token VALUES (7, 1, x'ab', 'portal', '2026-01-01', '2027-01-01', 'user.1@example.org');
      INSERT INTO access_request VALUES (1767225600000, '2026-01-01T00:00:00.000Z', 1, 672, 'ada@example.org', 'Why.')`);
  }
  {
    using store = openSqliteStore(file, { format: STATE_FORMAT });
    const { tokens, requests } = sqliteState(store);
    expect(await tokens.list()).toMatchObject([{ id: 7, label: 'portal', lastUsedAt: null }]);
    const [request] = (await requests.list(10)).requests;
    expect(request).toMatchObject({ contact: 'ada@example.org', reference: null, steps: [] });
    const step = {
      at: '2026-01-02T00:00:00.000Z',
      state: 'answered',
      byUserId: 1,
      note: 'By telephone.',
      answer: null,
    } as const;
    expect(await requests.addStep(request?.id ?? 0, { ...step, once: null }, 1)).toBe(true);
    expect((await requests.list(10)).requests[0]?.steps).toEqual([step]);
  }
  using migrated = new DatabaseSync(file);
  using made = new DatabaseSync(':memory:');
  made.exec(STATE_FORMAT.schema);
  expect([versionOf(migrated), layout(migrated)]).toEqual([STATE_FORMAT.version, layout(made)]);
});

test('a process that is killed on the way leaves a file of format 3 that the next one migrates', () => {
  const file = fileOf(3);
  const left = join(temporaryFolder(), 'registry.sqlite');
  const killed = new DatabaseSync(file);
  onTestFinished(() => killed.close());
  // So that much of it is on the disk before the end.
  killed.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = 1; PRAGMA cache_spill = 1');
  const exec = killed.exec.bind(killed);
  killed.exec = (sql) => {
    // What whoever is killed now leaves on the disk.
    if (sql === 'COMMIT') for (const end of ['', '-wal', '-shm']) copyFileSync(file + end, left + end);
    exec(sql);
  };
  migrate(killed, file, REGISTRY_FORMAT);
  {
    using before = new DatabaseSync(left);
    expect(versionOf(before)).toBe(3);
    expect(before.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  }
  using store = openSqliteStore(left);
  expect(sorted(exported(store))).toEqual(sorted(presentSnapshot(alpha)));
});

test('docs/recover.md says which format this version writes, and which is the oldest that it reads', () => {
  const page = read('docs/recover.md');
  expect(page).toContain(`This version writes format ${SCHEMA_VERSION}.`);
  expect(page).toContain(`refuses a file of a format before ${Math.min(...REGISTRY_FORMAT.olderFormats.keys())}:`);
});
