/** Reads the people of an RDP database, some hundred at a time, so that memory stays bounded. */

import type { Report } from '../../domain/bounded-list.ts';
import { LARGEST_INT } from '../../domain/record/model.ts';
import { allowedByBoth } from '../../domain/record/permissions.ts';
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
  const ids = [...new Set(rows.flat())];
  for (const id of ids.filter((id) => !isId(id))) {
    report(`user ${id}: the id is no whole number from 0 to ${LARGEST_INT}; the user is left out.`);
  }
  for await (const user of readUsersById(reading, ids.filter(isId))) yield user;
}

/** Yields the people with these ids who exist and whom a registry can store, by id. */
export async function* readUsersById(reading: Reading, ids: readonly number[]): AsyncGenerator<SnapshotUser> {
  const sorted = [...new Set(ids)].filter(isId).toSorted((a, b) => a - b);
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
  const lower = await lowerWithSameEmail(moment, ids);
  return [...Map.groupBy(users, ([id]) => id)].flatMap(([id, sameId]) => {
    const holder = lower.get(id);
    if (holder !== undefined) {
      report(`user ${id}: user ${holder} has the same e-mail address; the user is left out.`);
      return [];
    }
    if (sameId.length > 1) {
      report(
        `user ${id}: ${sameId.length} rows have this id; one is taken, and no permission that another one withholds.`,
      );
    }
    return withinAll(sameId.flatMap((row) => toUser(row, rowsByUser.get(id) ?? noRows(), report) ?? []));
  });
}

/** Returns, of these people, those whose e-mail address a person with a lower id has too, and that lower id. */
async function lowerWithSameEmail(moment: Moment, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await moment.rows<[number, number]>(
    `SELECT later.user_id, min(first.user_id) FROM \`user\` AS later JOIN \`user\` AS first
     ON first.email = later.email AND binary first.email = binary later.email
     WHERE later.user_id IN (?) AND first.user_id >= 0 AND first.user_id < later.user_id AND later.email <> ''
     GROUP BY later.user_id`,
    ids,
  );
  return new Map(rows);
}

/** Returns the first of several rows of one person, with the permissions that all of them give. */
function withinAll([first, ...others]: readonly SnapshotUser[]): SnapshotUser[] {
  if (first === undefined) return [];
  let user = first;
  for (const other of others) user = { ...user, ...allowedByBoth(user, other), roles: user.roles };
  return [user];
}

function noRows(): PersonRows {
  return Object.fromEntries(Object.keys(RELATED).map((kind) => [kind, []])) as unknown as PersonRows;
}
