/** Reads the permissions in an RDP database, and nothing else of the people, so that it takes little time. */

import type { PrivacyLevel } from '../../domain/record/model.ts';
import { allowedByBoth, lowerGeneLevel, type ProfilePermissions } from '../../domain/record/permissions.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { PersonTable } from './changes.ts';
import type { Moment, RdpValue } from './connection.ts';
import { UnreadableRdpDatabase } from './unreadable.ts';
import { isId, isName, toFlag, toGeneLevel, toHideGenelist, toRoles, toTime, toUserLevel } from './values.ts';

/** The permissions of one account. */
export type AccountPermissions = ProfilePermissions & { email: string; accessTokens: SnapshotUser['accessTokens'] };

/** The tables that decide who sees an account, and what the account may see. */
const ACCOUNT_TABLES = ['user', 'user_role', 'access_token'] as const;
/** All tables that decide who sees what. */
export const PERMISSION_TABLES: readonly PersonTable[] = [...ACCOUNT_TABLES, 'gene'];

/** The permissions of all people, as far as they were read; people without rows are not in it. */
export type PermissionsOfAll = {
  /** By user id; undefined for an account without an e-mail address, which a registry cannot store. */
  accounts?: ReadonlyMap<number, AccountPermissions | undefined>;
  /** Users with any role, also an unknown one. */
  roleHolders?: ReadonlySet<number>;
  /** By user id, as {@link geneLevelsOf} reads them; the order of the genes has no meaning. */
  genes?: ReadonlyMap<number, string>;
};

type PermissionRow = [
  id: number,
  email: RdpValue,
  enabled: RdpValue,
  level: RdpValue,
  shared: RdpValue,
  hideGenelist: RdpValue,
];

/** The tables that are there, and that the account may read. */
type Present = ReadonlySet<string>;

/** Invalid values are reported when the records are read, so not here. */
const UNREPORTED = { name: '', report() {} };

/**
 * Reads the permissions of all people from the groups of tables to which these tables belong. A table that is gone, as while
 * a backup is loaded, counts as empty.
 */
export async function readPermissions(moment: Moment, tables: readonly PersonTable[]): Promise<PermissionsOfAll> {
  const hasAccounts = ACCOUNT_TABLES.some((table) => tables.includes(table));
  const present = await presentTables(moment);
  return {
    ...(hasAccounts && (await readAccounts(moment, present))),
    ...(tables.includes('gene') && { genes: await readGeneLevels(moment, present) }),
  };
}

async function presentTables(moment: Moment): Promise<Present> {
  const rows = await moment.rows<[string]>(
    'SELECT lower(table_name) AS table_name FROM information_schema.tables WHERE table_schema = database()',
  );
  return new Set(rows.flat());
}

async function readAccounts(
  moment: Moment,
  present: Present,
): Promise<Pick<PermissionsOfAll, 'accounts' | 'roleHolders'>> {
  const rowsOf = async <R extends readonly RdpValue[]>(needed: readonly string[], sql: string): Promise<R[]> =>
    needed.every((table) => present.has(table)) ? moment.rows<R>(sql) : [];
  const rows = await rowsOf<PermissionRow>(
    ['user'],
    'SELECT user_id, email, enabled + 0, privacy_level, shared + 0, hide_genelist + 0 FROM `user`',
  );
  const roles = await rowsOf<[number, RdpValue]>(
    ['user_role', 'role'],
    'SELECT user_id, role FROM user_role JOIN `role` USING (role_id)',
  );
  const tokens = await rowsOf<[number, RdpValue, RdpValue]>(
    ['access_token'],
    'SELECT user_id, token, expiry_date FROM access_token',
  );
  const rolesOf = Map.groupBy(roles, ([id]) => id);
  const holders = Map.groupBy(tokens, ([, token]) => token);
  const isOfOne = (token: RdpValue) => new Set(holders.get(token)?.map(([id]) => id)).size === 1;
  const tokensOf = Map.groupBy(
    tokens.filter(([, token]) => isOfOne(token)),
    ([id]) => id,
  );
  const permissions = rows.map(
    ([id, email, enabled, level, shared, hideGenelist]): [number, AccountPermissions | undefined] => {
      if (!isName(email)) return [id, undefined];
      const profile = {
        enabled: toFlag(enabled),
        privacyLevel: toUserLevel(level, UNREPORTED),
        shared: toFlag(shared),
        hideGenelist: toHideGenelist(hideGenelist, UNREPORTED),
        roles: toRoles(
          (rolesOf.get(id) ?? []).map(([, role]) => role),
          UNREPORTED,
        ),
      };
      const accessTokens = (tokensOf.get(id) ?? []).flatMap(([, token, expiry]) => {
        const expiresAt = toTime(expiry);
        return isName(token) && expiresAt !== undefined ? [{ token, expiresAt }] : [];
      });
      return [id, { ...profile, email, accessTokens }];
    },
  );
  return { accounts: withinAll(permissions), roleHolders: new Set(rolesOf.keys()) };
}

/** Returns one entry for each account; of several rows with one id, what all of them allow. */
function withinAll(
  rows: readonly [number, AccountPermissions | undefined][],
): Map<number, AccountPermissions | undefined> {
  const accounts = new Map<number, AccountPermissions | undefined>();
  for (const [id, account] of rows) {
    const before = accounts.get(id);
    const both = before && account && { ...before, ...allowedByBoth(before, account) };
    accounts.set(id, accounts.has(id) ? both : account);
  }
  return accounts;
}

/** Reads one row for each person, because the server reads ten rows faster than it sends one. */
async function readGeneLevels(moment: Moment, present: Present): Promise<Map<number, string>> {
  if (!present.has('gene')) return new Map();
  const rows = await moment.rows<[number | null, number, string | null]>(
    `SELECT user_id, count(gene_id), group_concat(gene_id, ' ', coalesce(user_privacy_level, '') SEPARATOR ',')
     FROM gene GROUP BY user_id`,
  );
  const levels = new Map<number, string>();
  for (const [userId, count, text] of rows) {
    if (userId === null || text === null) continue;
    if (text.split(',').length !== count) {
      throw new UnreadableRdpDatabase(
        `The database does not give all ${count} genes of user ${userId} in one value; allow more with max_allowed_packet.`,
      );
    }
    levels.set(userId, text);
  }
  return levels;
}

/**
 * Returns the own levels of the registered genes of a person, by gene id; null for the level of the profile. Of several rows
 * of a gene, the lowest level counts.
 */
export function geneLevelsOf(text: string): Map<number, PrivacyLevel | null> {
  const levels = new Map<number, PrivacyLevel | null>();
  for (const gene of text.split(',')) {
    const [id, level] = gene.split(' ');
    const geneId = Number(id);
    if (!isId(geneId)) continue;
    const own = toGeneLevel(level === '' ? null : Number(level), UNREPORTED);
    levels.set(geneId, levels.has(geneId) ? lowerGeneLevel(levels.get(geneId) ?? null, own) : own);
  }
  return levels;
}
