/** Writes what is withdrawn of accounts, as a look at a followed database does. */

import { permissionWriter } from '../../../src/registry/people/permission-writer.ts';
import type { Store } from '../../../src/registry/store/store.ts';

type Permissions = Parameters<ReturnType<typeof permissionWriter>['narrowedAccounts']>[1];

/** Returns the people of whom something was withdrawn. */
export function narrowAccounts(store: Store, permissions: Permissions): number[] {
  const { narrowedAccounts, writeAccounts } = permissionWriter(store);
  return store.write((tx) => {
    const narrowed = narrowedAccounts(tx, permissions);
    if (narrowed.size > 0) writeAccounts(tx, narrowed);
    return [...narrowed.keys()];
  });
}
