/** The state of this service in an SQLite file: that of the registry, or one of its own. */

import { randomBytes } from 'node:crypto';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { RequestStore, ServiceState, TokenStore } from './service-state.ts';
import { REQUEST_COLUMNS, type RequestRow, TOKEN_COLUMNS, type TokenRow, toRequest, toToken } from './state-rows.ts';

export function sqliteState(store: Store): ServiceState {
  return {
    prepare: async () => {},
    tokens: sqliteTokens(store),
    requests: sqliteRequests(store),
    anonymousIdKey: () => anonymousIdKey(store),
  };
}

/** The tokens of a file: those made here, or those that came with the data. */
export function sqliteTokens(store: Store): TokenStore {
  const columns = `SELECT ${TOKEN_COLUMNS} FROM access_token`;
  const byHash = store.query<TokenRow>(`${columns} WHERE hash = ?`);
  const byUser = store.query<TokenRow>(`${columns} WHERE user_id = ? ORDER BY id`);
  const all = store.query<TokenRow>(`${columns} ORDER BY id`);

  return {
    async find(hash) {
      const row = store.read((tx) => byHash.first(tx, hash));
      return row && toToken(row);
    },
    ofUser: async (userId) => store.read((tx) => byUser.all(tx, userId)).map(toToken),
    list: async () => store.read((tx) => all.all(tx)).map(toToken),
    async create({ userId, email, hash, label, createdAt, expiresAt }) {
      await store.writeInTurn((tx) =>
        tx.run(
          'INSERT INTO access_token (user_id, email, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
          ...[userId, email, hash, label, createdAt, expiresAt],
        ),
      );
    },
    async revoke(id) {
      const { changes } = await store.writeInTurn((tx) => tx.run('DELETE FROM access_token WHERE id = ?', id));
      return changes > 0;
    },
  };
}

/**
 * Ids are moments in milliseconds, or the next number where that is taken: the id of a deleted request is never given
 * to another one, which a page that was opened before would delete in its place.
 */
const KEEP = `
INSERT INTO access_request (id, received_at, user_id, gene_id, contact, reason)
SELECT max(?, coalesce(max(id), 0) + 1), ?, ?, ?, ?, ? FROM access_request
`;
const NEWEST = `
SELECT ${REQUEST_COLUMNS} FROM access_request ORDER BY id DESC LIMIT ?
`;

function sqliteRequests(store: Store): RequestStore {
  const newest = store.query<RequestRow>(NEWEST);
  const count = store.query<[number]>('SELECT count(*) FROM access_request');

  return {
    async keep({ receivedAt, userId, geneId, contact, reason }, expiry) {
      const { changes } = await store.writeInTurn((tx) => {
        tx.run(KEEP, ...[Date.parse(receivedAt), receivedAt, userId, geneId, contact, reason]);
        return tx.run('DELETE FROM access_request WHERE received_at < ?', expiry);
      });
      if (changes > 0) store.dropDeleted();
    },
    list: async (most) =>
      store.read((tx) => ({
        requests: newest.all(tx, most).map(toRequest),
        total: count.first(tx)?.[0] ?? 0,
      })),
    async remove(id) {
      const { changes } = await store.writeInTurn((tx) => tx.run('DELETE FROM access_request WHERE id = ?', id));
      if (changes > 0) store.dropDeleted();
      return changes > 0;
    },
  };
}

const KEY_BYTES = 32;

/** Where it is there it is only read, so that a registry can start while an import writes. */
async function anonymousIdKey(store: Store): Promise<Uint8Array> {
  const byName = store.query<[string]>("SELECT value FROM meta WHERE key = 'anonymous-id-key'");
  const stored = (tx: ReadTransaction) => byName.first(tx)?.[0];
  const fresh = () =>
    store.writeInTurn((tx) => {
      const key = randomBytes(KEY_BYTES).toString('hex');
      tx.run("INSERT INTO meta VALUES ('anonymous-id-key', ?) ON CONFLICT DO NOTHING", key);
      return stored(tx) ?? key;
    });
  return Buffer.from(store.read((tx) => stored(tx) ?? null) ?? (await fresh()), 'hex');
}
