/** A registry that follows an RDP database: what changes there is answered here, and what is taken back is not. */

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openForLoading } from '../../src/app/database.ts';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { readElement } from '../../src/files/read-xml.ts';
import { readDiseases } from '../../src/registry/import/load-diseases.ts';
import { readIdentities } from '../../src/registry/import/load-genes.ts';
import { geneInfo, table } from '../registry/import/loading.ts';
import { aGene, aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { exported } from '../support/registry/temporary-store.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import {
  type Follower,
  startFollower,
  startReadyFollower,
  temporaryFolder,
  until,
} from '../support/services/start-follower.ts';

/** What counts for a permission that is withdrawn. */
const URGENT_MS = 5_000;
/** A time of the server counts in whole seconds, and is looked at twice for two of them. */
const SETTLED_MS = 4_000;
const OTHERS_MS = 30_000;

function people(): Snapshot {
  const gene = (geneId: number, privacyLevel: 0 | 1 | 2 | null = null) =>
    ({ geneId, tier: 'TIER1', privacyLevel }) as const;
  const token = (secret: string) => ({ accessTokens: [{ token: secret, expiresAt: '2037-01-01T00:00:00Z' }] });
  return smallSnapshot({
    users: [
      aUser(1, { roles: ['ROLE_ADMIN', 'ROLE_USER'], ...token('token-of-the-admin') }),
      aUser(2, { genes: [gene(672)] }),
      aUser(3, { genes: [gene(7157)] }),
      aUser(4, { shared: true, privacyLevel: 0 }),
      aUser(5, { genes: [gene(672)] }),
      aUser(6),
      aUser(7, token('token-that-is-removed')),
      aUser(8, token('token-that-expires')),
      aUser(9, { roles: ['ROLE_ADMIN', 'ROLE_USER'], ...token('token-of-a-former-admin') }),
      aUser(10, { roles: ['ROLE_ADMIN'], enabled: false, privacyLevel: null }),
      aUser(11, { privacyLevel: 0 }),
    ],
  });
}

const PARTNER = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-a-partner', APP_SETTINGS_ISEARCH_USER_ID: '10' };

const genesOf = async ({ text }: Follower, symbol: string) =>
  text(`/api/genes/search?symbol=${symbol}&taxonId=${HUMAN}`);

describe('what is withdrawn', () => {
  test('is in force within five seconds, whatever it is', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using registry = await startReadyFollower(rdp.address, { settings: PARTNER });
    const { status, text } = registry;
    const cases: { sql: string; isShown: () => Promise<boolean> }[] = [
      {
        sql: 'UPDATE user SET privacy_level = 0 WHERE user_id = 2',
        isShown: async () => (await status('/api/users/2')) === 200,
      },
      {
        sql: 'UPDATE gene SET user_privacy_level = 0 WHERE user_id = 3',
        isShown: async () => (await genesOf(registry, 'TP53')).includes('Name3'),
      },
      {
        sql: 'UPDATE user SET shared = 0 WHERE user_id = 4',
        isShown: async () => (await status('/api/users/4', 'token-of-a-partner')) === 200,
      },
      {
        sql: 'UPDATE user SET hide_genelist = 1 WHERE user_id = 5',
        isShown: async () => (await text('/api/users/5')).includes('BRCA1'),
      },
      {
        sql: 'UPDATE user SET enabled = 0 WHERE user_id = 6',
        isShown: async () => (await status('/api/users/6')) === 200,
      },
      {
        sql: 'DELETE FROM access_token WHERE user_id = 7',
        isShown: async () => (await status('/api/users/1', 'token-that-is-removed')) === 200,
      },
      {
        sql: "UPDATE access_token SET expiry_date = '2020-01-01' WHERE user_id = 8",
        isShown: async () => (await status('/api/users/1', 'token-that-expires')) === 200,
      },
      {
        sql: "DELETE FROM user_role WHERE user_id = 9 AND role_id = (SELECT role_id FROM role WHERE role = 'ROLE_ADMIN')",
        isShown: async () => (await status('/api/users/11', 'token-of-a-former-admin')) === 200,
      },
    ];
    for (const { sql, isShown } of cases) expect(await isShown(), sql).toBe(true);
    const tookMs = cases.map(async ({ sql, isShown }, index) => {
      await pause(index * 150);
      await rdp.run(sql);
      return until(`nobody is shown what ${sql} withdraws`, URGENT_MS, async () => !(await isShown()));
    });
    expect(Math.max(...(await Promise.all(tookMs)))).toBeLessThan(URGENT_MS);
  });

  test('is in force for a gene among more than fit one value of the server, if nobody asks for longer ones', async () => {
    const genes = Array.from({ length: 500 }, (_, at) => aGene(at + 1, `GENE${at + 1}`));
    const registered = genes.map(({ geneId }) => ({ geneId, tier: 'TIER1', privacyLevel: null }) as const);
    const snapshot = smallSnapshot({ genes, orthologs: [], users: [aUser(2, { genes: registered })] });
    await using rdp = await openRdpTestDatabase({ snapshot });
    await using settings = new AsyncDisposableStack();
    settings.defer(() => rdp.run('SET GLOBAL group_concat_max_len = DEFAULT'));
    await rdp.run('SET GLOBAL group_concat_max_len = 1024');
    await using registry = await startReadyFollower(rdp.address);
    for (const { geneId, symbol } of [1, 250, 500].map((id) => genes[id - 1] as (typeof genes)[number])) {
      expect(await genesOf(registry, symbol as string)).toContain('Name2');
      await rdp.run(`UPDATE gene SET user_privacy_level = 0 WHERE gene_id = ${geneId}`);
      await until(
        `${symbol} is withdrawn`,
        URGENT_MS,
        async () => (await genesOf(registry, symbol as string)) === '[]',
      );
    }
  });

  test('shows in the answers of everybody it is not about as nothing at all', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using registry = await startReadyFollower(rdp.address);
    const generation = () => registry.context.store.read((tx) => tx.generation());
    const before = generation();
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 2');
    await until('user 2 is hidden', URGENT_MS, async () => (await registry.status('/api/users/2')) === 401);
    const metrics = async () => (await fetch(registry.metricsUrl)).text();
    await until('the record is taken over, too', URGENT_MS, async () =>
      /^isearch_follow_users_changed_total 1$/m.test(await metrics()),
    );
    expect(await metrics()).toMatch(/^isearch_follow_whole_reads_total 1$/m);
    expect(generation()).toBe(before);
  });

  test('is in force within five seconds for each of a hundred people in a row, under load', async () => {
    const users = Array.from({ length: 120 }, (_, index) =>
      aUser(index + 1, { genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
    );
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await using registry = await startReadyFollower(rdp.address);
    const ending = new AbortController();
    const load = Array.from({ length: 4 }, async () => {
      while (!ending.signal.aborted)
        expect(await registry.status('/api/genes/search?symbol=BRCA1&taxonId=9606')).toBe(200);
    });
    const chosen = users.toSorted(() => Math.random() - 0.5).slice(0, 100);
    const tookMs = await Promise.all(
      chosen.map(async ({ id }, index) => {
        await pause(index * 80 + Math.random() * 80);
        await rdp.run(`UPDATE user SET privacy_level = 0 WHERE user_id = ${id}`);
        return until(
          `user ${id} is hidden`,
          URGENT_MS,
          async () => (await registry.status(`/api/users/${id}`)) === 401,
        );
      }),
    );
    ending.abort();
    await Promise.all(load);
    console.log(`The slowest of 100 changes was in force after ${Math.round(Math.max(...tookMs))} ms.`);
    expect(Math.max(...tookMs)).toBeLessThan(URGENT_MS);
    expect(await genesOf(registry, 'BRCA1')).not.toContain(`"id":${chosen[0]?.id},`);
  });
});

describe('what was loaded beside the database', () => {
  test('is added to its genes, changes nothing of what it says of them, and outlasts a reading of the whole', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using registry = await startReadyFollower(rdp.address);
    const known = () => {
      using store = openForLoading(registry.context.config);
      const { genes, diseases } = exported(store);
      return { brca1: genes.find(({ geneId }) => geneId === 672), count: genes.length, diseases };
    };
    const before = known();
    using store = openForLoading(registry.context.config);
    const file = geneInfo(
      { geneId: 672, symbol: 'OTHER', references: 'HGNC:HGNC:1100|Ensembl:ENSG00000012048' },
      { geneId: 999, symbol: 'NOTHERE' },
    );
    const pairs = table('genes_to_phenotype.txt', 'ncbi_gene_id gene_symbol hpo_id hpo_name frequency disease_id', [
      [672, 'BRCA1', 'HP:1', 'x', '-', 'OMIM:604370'],
    ]);
    const source = { store, isFollowing: true };
    const writes = [
      ...(await readIdentities(source, [file]))(),
      await readDiseases(
        { pairs: [pairs], associations: [], names: [], orphanetGenes: [], mondo: [], orphadata: [] },
        readElement,
      ),
    ];
    const [report] = store.write((tx) =>
      writes.flatMap((write) => write({ tx, ...source, now: new Date(), onProgress() {} })),
    );
    expect(report).toMatchObject({ added: 0, changed: 1, retained: { count: 0 } });
    expect(report?.notes.join()).toContain('Genes that the followed database lacks are skipped: 1.');
    const loaded = known();
    expect(loaded.brca1).toEqual({ ...before.brca1, identity: expect.objectContaining({ hgncId: 'HGNC:1100' }) });
    expect([loaded.count, loaded.diseases?.geneDiseases]).toEqual([before.count, [[672, 'OMIM:604370']]]);

    await rdp.run(`UPDATE gene_info SET description = 'read again' WHERE gene_id = 672`);
    await until('everything is read again', OTHERS_MS, async () => known().brca1?.name === 'read again');
    expect(known()).toEqual({ ...loaded, brca1: { ...loaded.brca1, name: 'read again' } });
  });
});

describe('what is added or changed', () => {
  test('is answered: people, their genes, and genes that were not known before', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using registry = await startReadyFollower(rdp.address);
    await rdp.run(
      "INSERT INTO user (user_id, email, enabled, privacy_level, shared, hide_genelist, contact_email_verified, name, last_name, password) VALUES (77, 'new@example.org', 1, 2, 0, 0, 0, 'New', 'Comer', 'x')",
      `INSERT INTO gene_info (gene_id, taxon_id, symbol, description, synonyms) VALUES (1080, ${HUMAN}, 'CFTR', 'a gene', '-')`,
      `INSERT INTO gene (user_id, gene_id, tier, taxon_id, symbol) VALUES (77, 1080, 'TIER1', ${HUMAN}, 'CFTR'), (77, 672, 'TIER1', ${HUMAN}, 'BRCA1')`,
      "UPDATE user SET last_name = 'Renamed' WHERE user_id = 2",
      'DELETE FROM user_role WHERE user_id = 6',
      'DELETE FROM user WHERE user_id = 6',
    );
    await until('the new person is there', URGENT_MS, async () => (await registry.status('/api/users/77')) === 200);
    await until('the name is another one', URGENT_MS, async () =>
      (await registry.text('/api/users/2')).includes('Renamed'),
    );
    await until('nobody is left', URGENT_MS, async () => (await registry.status('/api/users/6')) === 404);
    expect(await genesOf(registry, 'BRCA1')).toContain('"Comer"');
    await until('the new gene is found', OTHERS_MS, async () => (await genesOf(registry, 'CFTR')).includes('"Comer"'));
    await until(
      'the new person counts',
      OTHERS_MS,
      async () => JSON.parse(await registry.text('/api/stats')).users === 10,
    );
  });

  test('is answered by a registry that was started again, without reading everything again', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using folder = await temporaryFolder();
    {
      await using _first = await startReadyFollower(rdp.address, { folder: folder.path });
    }
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 2');
    await using registry = await startFollower(rdp.address, { folder: folder.path });
    await until('user 2 is hidden', URGENT_MS, async () => (await registry.status('/api/users/2')) === 401);
    expect(await registry.status('/api/users/3')).toBe(200);
    expect(await (await fetch(registry.metricsUrl)).text()).toMatch(/^isearch_follow_whole_reads_total 0$/m);
  });
});

describe('addresses of accounts', () => {
  test('may go round among more people than are written at once', async () => {
    const users = Array.from({ length: 25 }, (_, index) => aUser(index + 1));
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await using registry = await startReadyFollower(rdp.address);
    await rdp.run(
      'START TRANSACTION',
      "UPDATE user SET email = concat('old-', email)",
      "UPDATE user SET email = concat('user.', user_id % 25 + 1, '@example.org')",
      'COMMIT',
    );
    await until('the addresses are others', URGENT_MS, async () =>
      (await registry.text('/api/users/1')).includes('"user.2@example.org"'),
    );
    await until('the last address is another one', URGENT_MS, async () =>
      (await registry.text('/api/users/25')).includes('"user.1@example.org"'),
    );
    await until('all is well', URGENT_MS, async () => (await registry.text('/readyz')) === 'ready');
  });
});

describe('a database that cannot be read', () => {
  test('for a wrong password leaves a registry that says so, and shows nobody the password', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    const address = rdp.address.replace(/:[^:@/]+@/, ':swordfish@');
    await using registry = await startFollower(address);
    const first = await registry.get('/api/users/2');
    expect(first.status).toBe(503);
    expect((await first.json()).message).toBe(
      'This registry is being read for the first time. Please ask again in some minutes.',
    );
    expect(await registry.status('/')).toBe(503);
    expect(await registry.status('/livez')).toBe(200);
    await until('the reason is reported', URGENT_MS, async () => (await registry.text('/readyz')).includes('since'));
    expect(await registry.text('/readyz')).toMatch(
      /^not ready: the followed database is being read for the first time.*, since 2\d{3}-\S+Z; the log says why$/,
    );
    expect(await registry.text('/readyz')).not.toMatch(/swordfish|reader|127\.0\.0\.1/);
  });

  test('because a column is gone is reported, and read again when it is back', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people() });
    await using registry = await startReadyFollower(rdp.address);
    // Long after the last change, so that nothing is compared any more but what the server reports.
    await pause(SETTLED_MS);
    await rdp.run('ALTER TABLE user RENAME COLUMN hide_genelist TO hidden_genelist');
    await until('it is reported', URGENT_MS, async () => (await registry.text('/readyz')).startsWith('ready, but'));
    expect(await registry.status('/api/users/2')).toBe(200);
    await rdp.run(
      'ALTER TABLE user RENAME COLUMN hidden_genelist TO hide_genelist',
      'UPDATE user SET privacy_level = 0 WHERE user_id = 2',
    );
    await until('all is well', URGENT_MS, async () => (await registry.text('/readyz')) === 'ready');
    await until('user 2 is hidden', URGENT_MS, async () => (await registry.status('/api/users/2')) === 401);
  });
});
