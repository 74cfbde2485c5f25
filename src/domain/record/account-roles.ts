/** The one role by which an operator names what an account may do, and the roles of RDP that it stands for. */

import type { Role } from './model.ts';

export const ACCOUNT_ROLES = ['user', 'service', 'admin'] as const;
/** `service` reads as much as `admin`, and administers nothing. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

const ROLES_OF: Readonly<Record<AccountRole, readonly Role[]>> = {
  user: ['ROLE_USER'],
  service: ['ROLE_SERVICE_ACCOUNT'],
  admin: ['ROLE_ADMIN', 'ROLE_USER'],
};

/** The one with most rights counts. */
export function accountRole(roles: readonly Role[]): AccountRole {
  if (roles.includes('ROLE_ADMIN')) return 'admin';
  return roles.includes('ROLE_SERVICE_ACCOUNT') ? 'service' : 'user';
}

/** Roles that amount to this one: those that are there, where they do already. */
export function withAccountRole(roles: readonly Role[], role: AccountRole): Role[] {
  return accountRole(roles) === role && roles.length > 0 ? [...roles] : [...ROLES_OF[role]];
}
