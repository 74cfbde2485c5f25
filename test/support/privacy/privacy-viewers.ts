/** Who asks the registry of the privacy snapshot, and with what partners' account it is set up. */

import type { Role } from '../../../src/domain/record/model.ts';
import { ADMIN_ID, MEMBER_ID, PARTNER_TOKEN, type RemoteAccount, SERVICE_ID, tokenOf } from './privacy-snapshot.ts';
import type { TableViewer } from './privacy-table.ts';

export type Who = { name: string; row: TableViewer; id: number | undefined; token: string | undefined };

export const PUBLIC: Who = { name: 'the public', row: 'public', id: undefined, token: undefined };
const OWN_ACCOUNTS: Who[] = [
  { name: 'a member', row: 'member', id: MEMBER_ID, token: tokenOf(MEMBER_ID) },
  { name: 'a service account', row: 'service', id: SERVICE_ID, token: tokenOf(SERVICE_ID) },
  { name: 'an administrator', row: 'admin', id: ADMIN_ID, token: tokenOf(ADMIN_ID) },
];
function partner(row: TableViewer): Who {
  return { name: `a ${row}`, row, id: undefined, token: PARTNER_TOKEN };
}

export const REGISTRIES: { partnerRow: TableViewer; roles: Role[]; account: RemoteAccount; who: Who[] }[] = [
  {
    partnerRow: 'partner, administrator',
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    account: 'conventional',
    who: [PUBLIC, ...OWN_ACCOUNTS, partner('partner, administrator')],
  },
  {
    partnerRow: 'partner, service account',
    roles: ['ROLE_SERVICE_ACCOUNT'],
    account: 'open',
    who: [PUBLIC, ...OWN_ACCOUNTS, partner('partner, service account')],
  },
  {
    partnerRow: 'partner, neither',
    roles: ['ROLE_USER'],
    account: 'open',
    who: [partner('partner, neither')],
  },
];
