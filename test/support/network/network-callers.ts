/** Who asks a registry of a network: every kind of caller, each with a token of their own, and the registry's accounts. */

import type { Role, ViewerKind } from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aUser, smallSnapshot } from '../registry/small-snapshot.ts';

export type Caller = { name: string; kind: ViewerKind; token: string | undefined };

export const CALLERS: readonly Caller[] = [
  { name: 'the public', kind: 'public', token: undefined },
  { name: 'a member', kind: 'member', token: 'token-of-a-member-here' },
  { name: 'a service account', kind: 'service', token: 'token-of-a-service-account-here' },
  { name: 'an administrator', kind: 'admin', token: 'token-of-an-administrator-here' },
  { name: 'an administrator of a partner', kind: 'partner', token: 'token-of-a-partner-administrator' },
];
export const ADMINISTRATOR = 'token-of-an-administrator-here';
/** Every token that a caller comes with. */
export const CALLER_TOKENS: readonly string[] = CALLERS.flatMap(({ token }) => token ?? []);

/** What makes the registry of {@link callersSnapshot} know them all. */
export const CALLER_SETTINGS = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-a-partner-administrator' };

/** A small registry with an account for every kind of caller. Public researchers are those of `users` alone. */
export function callersSnapshot(users: readonly SnapshotUser[] = []): Snapshot {
  return smallSnapshot({
    users: [
      account(1, ['ROLE_ADMIN', 'ROLE_USER']),
      account(2, ['ROLE_USER'], 'token-of-a-member-here'),
      account(3, ['ROLE_SERVICE_ACCOUNT'], 'token-of-a-service-account-here'),
      account(4, ['ROLE_ADMIN', 'ROLE_USER'], 'token-of-an-administrator-here'),
      ...users,
    ],
    remoteSearchUserId: 1,
  });
}

function account(id: number, roles: Role[], token?: string): SnapshotUser {
  const accessTokens = token === undefined ? [] : [{ token, expiresAt: '2999-01-01T00:00:00Z' }];
  return aUser(id, { roles, privacyLevel: 0, accessTokens });
}

export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}
