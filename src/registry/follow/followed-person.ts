/** A person as a followed database shows them, if its version has another rule than this registry. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { RdpVersion } from '../rdp-database/schema.ts';

/** RDP 1.4 shows the login address, whether or not a contact address is verified (rdp-protocol, versions). */
export function asFollowed(user: SnapshotUser, version: RdpVersion): SnapshotUser {
  return version === '1.4' ? { ...user, contactEmailVerified: false } : user;
}
