/** The RDP database that the instances of the chaos run follow, in which people withdraw and come back. */

import { createConnection } from 'mysql2/promise';
import type { Snapshot } from '../../../../src/domain/record/snapshot.ts';
import { type MariaDb, OWNER, startMariaDb } from '../../../support/services/mariadb.ts';
import { PADDED, rdpSchema } from '../../../support/services/rdp-schema.ts';
import { writeRdpRows } from '../../../support/services/write-rdp-rows.ts';

export type FollowedDatabase = MariaDb & {
  follow: string;
  state: string;
  /** Answers when the change is in the database for good. */
  setPublic(userId: number, isPublic: boolean): Promise<void>;
};

const MOST_WAIT_MS = 3000;

export async function startFollowedDatabase(snapshot: Snapshot): Promise<FollowedDatabase> {
  const server = await startMariaDb(['--innodb-flush-log-at-trx-commit=1']);
  const connection = await createConnection({ uri: server.address('', OWNER) });
  await connection.query(`CREATE DATABASE rdp CHARACTER SET utf8mb4 COLLATE ${PADDED}`);
  await connection.query('CREATE DATABASE state');
  await connection.query('USE rdp');
  for (const statement of rdpSchema('1.5')) await connection.query(statement);
  await writeRdpRows(connection, snapshot);
  await connection.end();
  return Object.assign(server, {
    follow: server.address('rdp', OWNER),
    state: server.address('state', OWNER),
    async setPublic(userId: number, isPublic: boolean) {
      const changing = await createConnection({ uri: server.address('rdp', OWNER), connectTimeout: MOST_WAIT_MS });
      try {
        const sql = 'UPDATE user SET privacy_level = ? WHERE user_id = ?';
        await changing.query({ sql, timeout: MOST_WAIT_MS, values: [isPublic ? 2 : 0, userId] });
      } finally {
        changing.destroy();
      }
    },
  });
}
