/** Where a connection begins that carries requests: over TLS that is later than where it begins. */

import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';

/** The event of a server at which a connection can carry requests. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}
