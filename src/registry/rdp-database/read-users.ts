/** Reads the people of an RDP database, some hundred at a time, so that memory stays bounded. */

import type { Report } from '../../domain/bounded-list.ts';
import { LARGEST_INT } from '../../domain/record/model.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { Moment, RdpValue } from './connection.ts';
import type { RdpVersion } from './schema.ts';
import { type PersonRows, RELATED, toUser, USER_COLUMNS, type UserRow } from './user-rows.ts';
import { isId } from './values.ts';

type Reading = { moment: Moment; version: RdpVersion; report: Report };

const USERS_AT_ONCE = 100;

/** Yields all people by id. */
export async function* readAllUsers(reading: Reading): AsyncGenerator<SnapshotUser> {
  const { moment, report } = reading;
  const rows = await moment.rows<[RdpValue]>('SELECT user_id FROM `user` ORDER BY user_id');
  const ids = rows.map(([id]) => id);
  for (const id of ids.filter((id) => !isId(id))) {
    report(`user ${id}: the id is no whole number from 0 to ${LARGEST_INT}; the user is left out.`);
  }
  for await (const user of readUsersById(reading, ids.filter(isId))) yield user;
}

/** Yields the people with these ids who exist and whom a registry can store, by id. */
export async function* readUsersById(reading: Reading, ids: readonly number[]): AsyncGenerator<SnapshotUser> {
  const sorted = ids.filter(isId).toSorted((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += USERS_AT_ONCE) {
    yield* await readBatch(reading, sorted.slice(at, at + USERS_AT_ONCE));
  }
}

async function readBatch({ moment, version, report }: Reading, ids: readonly number[]): Promise<SnapshotUser[]> {
  const users = await moment.rows<UserRow>(
    `SELECT ${USER_COLUMNS.join(', ')} FROM \`user\` WHERE user_id IN (?) ORDER BY user_id`,
    ids,
  );
  const rowsByUser = new Map(users.map(([id]) => [id, noRows()]));
  for (const [kind, { sql, since }] of Object.entries(RELATED)) {
    if (since === '1.5' && version === '1.4') continue;
    for (const [id, ...row] of await moment.rows<[number, ...RdpValue[]]>(sql, ids)) {
      rowsByUser.get(id)?.[kind as keyof PersonRows].push(row as never);
    }
  }
  return users.flatMap((row) => toUser(row, rowsByUser.get(row[0]) ?? noRows(), report) ?? []);
}

function noRows(): PersonRows {
  return Object.fromEntries(Object.keys(RELATED).map((kind) => [kind, []])) as unknown as PersonRows;
}
