/** What decides who sees what in an RDP database, read without anything else of the people, and so within moments. */

import type { PrivacyLevel } from '../../domain/record/model.ts';
import type { ProfilePermissions } from '../../domain/record/permissions.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { Cell, Moment } from './connection.ts';
import { isId, isName, toFlag, toGeneLevel, toRoles, toTime, toUserLevel } from './values.ts';

/** Of one account. */
export type ToldPermissions = ProfilePermissions & { email: string; accessTokens: SnapshotUser['accessTokens'] };

/** The own levels of registered genes, by person and gene; null for that of the profile. */
export type ToldGeneLevels = ReadonlyMap<number, ReadonlyMap<number, PrivacyLevel | null>>;

type PermissionRow = [id: number, email: Cell, enabled: Cell, level: Cell, shared: Cell, hideGenelist: Cell];

/** What does not fit is told when the records are read. */
const UNTOLD = { name: '', tell() {} };

/**
 * Of these people, by id; undefined for an account without an e-mail address, which a registry does not have. Nobody is in
 * it who is not in the database.
 */
export async function readPermissions(
  moment: Moment,
  ids: readonly number[],
): Promise<Map<number, ToldPermissions | undefined>> {
  const rows = await moment.rows<PermissionRow>(
    `SELECT user_id, email, enabled + 0, privacy_level, shared + 0, hide_genelist + 0 FROM \`user\` WHERE user_id IN (?)`,
    ids,
  );
  const roles = await moment.rows<[number, Cell]>(
    'SELECT user_id, role FROM user_role JOIN `role` USING (role_id) WHERE user_id IN (?)',
    ids,
  );
  const tokens = await moment.rows<[number, Cell, Cell]>(
    'SELECT user_id, token, expiry_date FROM access_token WHERE user_id IN (?)',
    ids,
  );
  const rolesOf = Map.groupBy(roles, ([id]) => id);
  const tokensOf = Map.groupBy(tokens, ([id]) => id);
  const told = rows.map(([id, email, enabled, level, shared, hideGenelist]): [number, ToldPermissions | undefined] => {
    if (!isName(email)) return [id, undefined];
    const profile = {
      enabled: toFlag(enabled),
      privacyLevel: toUserLevel(level, UNTOLD),
      shared: toFlag(shared),
      hideGenelist: toFlag(hideGenelist),
      roles: toRoles(
        (rolesOf.get(id) ?? []).map(([, role]) => role),
        UNTOLD,
      ),
    };
    const accessTokens = (tokensOf.get(id) ?? []).flatMap(([, token, expiry]) => {
      const expiresAt = toTime(expiry);
      return isName(token) && expiresAt !== undefined ? [{ token, expiresAt }] : [];
    });
    return [id, { ...profile, email, accessTokens }];
  });
  return new Map(told);
}

/** Of the genes that these people registered. Somebody without any is in it, too. */
export async function readGeneLevels(moment: Moment, ids: readonly number[]): Promise<ToldGeneLevels> {
  const rows = await moment.rows<[number, Cell, Cell]>(
    'SELECT user_id, gene_id, user_privacy_level FROM gene WHERE user_id IN (?)',
    ids,
  );
  const levels = new Map(ids.map((id) => [id, new Map<number, PrivacyLevel | null>()]));
  for (const [userId, geneId, level] of rows) {
    if (isId(geneId)) levels.get(userId)?.set(geneId, toGeneLevel(level, UNTOLD));
  }
  return levels;
}
