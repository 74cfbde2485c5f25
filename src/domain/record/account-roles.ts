/** The role that an operator gives an account, and the RDP roles for it. */

import type { Role } from './model.ts';

export const ACCOUNT_ROLES = ['user', 'service', 'admin'] as const;
/** `service` may read as much as `admin`, but may not administer anything. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

const ROLES_OF: Readonly<Record<AccountRole, readonly Role[]>> = {
  user: ['ROLE_USER'],
  service: ['ROLE_SERVICE_ACCOUNT'],
  admin: ['ROLE_ADMIN', 'ROLE_USER'],
};

/** Returns the account role with the most rights among the given roles. */
export function accountRole(roles: readonly Role[]): AccountRole {
  if (roles.includes('ROLE_ADMIN')) return 'admin';
  return roles.includes('ROLE_SERVICE_ACCOUNT') ? 'service' : 'user';
}

/** Returns RDP roles for an account role; roles that already amount to it stay as they are. */
export function withAccountRole(roles: readonly Role[], role: AccountRole): Role[] {
  return accountRole(roles) === role && roles.length > 0 ? [...roles] : [...ROLES_OF[role]];
}
