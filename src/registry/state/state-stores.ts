/** The parts of the state of this service, over any database. */

import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '../../domain/durations.ts';
import type { Value } from '../store/store.ts';
import { auditStore } from './audit-store.ts';
import { feedQuestionStore } from './feed-question-store.ts';
import { duePeopleStore, requestStore } from './request-store.ts';
import type { ServiceState, SettingStore, StoredToken, TokenStore, UseStore } from './service-state.ts';
import { rows, run, type StateDatabase } from './sql-work.ts';
import { subscriptionStore } from './subscription-store.ts';

const MISSING_CONFIRMED = 'missing-people-confirmed-at';

export function serviceStateIn(db: StateDatabase): ServiceState {
  const settings = settingStore(db);
  return {
    prepare: db.prepare,
    tokens: tokenStore(db),
    requests: requestStore(db),
    duePeople: duePeopleStore(db),
    feedQuestions: feedQuestionStore(db),
    subscriptions: subscriptionStore(db),
    uses: useStore(db),
    auditLog: auditStore(db),
    settings,
    async missingConfirmedAt() {
      const at = await settings.find(MISSING_CONFIRMED);
      return at === undefined ? undefined : new Date(at);
    },
    async confirmMissing(at) {
      await db.write(() => writeSetting(db, MISSING_CONFIRMED, at.toISOString()));
    },
    anonymousIdKey: () => anonymousIdKey(db),
  };
}

/** The name of the setting with the key of anonymous ids. */
export const ANONYMOUS_ID_KEY = 'anonymous-id-key';
const KEY_BYTES = 32;

/** Reads the key, and creates it only if it is missing, so that a registry can start while an import writes. */
export async function anonymousIdKey(db: StateDatabase): Promise<Uint8Array> {
  const settings = settingStore(db);
  const before = await settings.find(ANONYMOUS_ID_KEY);
  if (before !== undefined) return Buffer.from(before, 'hex');
  const fresh = randomBytes(KEY_BYTES).toString('hex');
  await settings.change(ANONYMOUS_ID_KEY, undefined, fresh);
  return Buffer.from((await settings.find(ANONYMOUS_ID_KEY)) ?? fresh, 'hex');
}

function settingStore(db: StateDatabase): SettingStore {
  const { setting, settingName, insertIgnore } = db.dialect;
  return {
    async find(name) {
      const [row] = await db.read(() => rows<[string]>(`SELECT value FROM ${setting} WHERE ${settingName} = ?`, name));
      return row?.[0];
    },
    async change(name, before, after) {
      const where = `WHERE ${settingName} = ? AND value = ?`;
      const changed = await db.write(function* () {
        if (before === undefined) {
          const insert = `${insertIgnore} INTO ${setting} (${settingName}, value) VALUES (?, ?)`;
          return after === undefined ? 0 : yield* run(insert, name, after);
        }
        if (after === undefined) return yield* run(`DELETE FROM ${setting} ${where}`, name, before);
        return yield* run(`UPDATE ${setting} SET value = ? ${where}`, after, name, before);
      });
      return changed > 0;
    },
  };
}

function writeSetting({ dialect: { setting, settingName, orUpdate } }: StateDatabase, name: string, value: string) {
  return run(`INSERT INTO ${setting} (${settingName}, value) VALUES (?, ?) ${orUpdate} value = ?`, name, value, value);
}

const TOKEN_COLUMNS = 'id, user_id, email, hash, label, created_at, expires_at, last_used_at';
type TokenRow = [
  ...[id: number, userId: number, email: string | null, hash: Uint8Array, label: string | null],
  ...[createdAt: string, expiresAt: string, lastUsedAt: string | null],
];

/**
 * Ids are moments in seconds, or the next number after the highest id. No token gets the id of a revoked one, even
 * after a restore: an older page could otherwise revoke another token.
 */
export const HIGHEST_TOKEN_ID = 'highest-token-id';

export function tokenStore(db: StateDatabase): TokenStore {
  const { token, setting, settingName, greatest } = db.dialect;
  const select = `SELECT ${TOKEN_COLUMNS} FROM ${token}`;
  const nextId = `SELECT ${greatest}(?, 1 + coalesce(max(id), 0),
    1 + coalesce((SELECT CAST(value AS SIGNED) FROM ${setting} WHERE ${settingName} = ?), 0)) FROM ${token}`;
  const insert = `INSERT INTO ${token} (id, user_id, email, hash, label, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  const noteUse = `UPDATE ${token} SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, '') < ?`;
  const those = async (where: string, ...values: Value[]) =>
    (await db.read(() => rows<TokenRow>(`${select} ${where}`, ...values))).map(toToken);
  return {
    find: async (hash) => (await those('WHERE hash = ?', hash))[0],
    ofUser: (userId) => those('WHERE user_id = ? ORDER BY id', userId),
    list: () => those('ORDER BY id'),
    async create({ userId, email, hash, label, createdAt, expiresAt }) {
      const seconds = Math.floor(Date.parse(createdAt) / 1000);
      await db.writeAlone('tokens', function* () {
        const [[id] = [seconds]] = yield* rows<[number]>(nextId, seconds, HIGHEST_TOKEN_ID);
        yield* writeSetting(db, HIGHEST_TOKEN_ID, String(id));
        yield* run(insert, id, userId, email, hash, label, createdAt, expiresAt);
      });
    },
    async noteUse(id, at) {
      await db.write(() => run(noteUse, at, id, at));
    },
    revoke: async (id) => (await db.write(() => run(`DELETE FROM ${token} WHERE id = ?`, id))) > 0,
  };
}

function toToken([id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt]: TokenRow): StoredToken {
  return { id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt };
}

function useStore(db: StateDatabase): UseStore {
  const table = `${db.dialect.prefix}counted_use`;
  const count = `SELECT count(*), min(at) FROM ${table} WHERE bound = ?`;
  type CountRow = [count: number, oldestAtMs: number | null];
  return {
    take: ({ name, mostOfCaller, mostInAll }, caller, nowMs) =>
      db.writeAlone('uses', function* () {
        yield* run(`DELETE FROM ${table} WHERE at <= ? OR at > ?`, nowMs - HOUR_MS, nowMs + HOUR_MS);
        const [[own, ownOldest] = [0, null]] = yield* rows<CountRow>(`${count} AND caller = ?`, name, caller);
        if (own >= mostOfCaller) return { oldestAtMs: ownOldest ?? nowMs };
        const [[all, allOldest] = [0, null]] = yield* rows<CountRow>(count, name);
        if (all >= mostInAll) return { oldestAtMs: allOldest ?? nowMs };
        yield* run(`INSERT INTO ${table} (bound, caller, at) VALUES (?, ?, ?)`, name, caller, nowMs);
        return 'taken';
      }),
  };
}
