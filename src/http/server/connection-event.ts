/** Tells at which event a connection can carry requests: over TLS that is after the handshake. */

import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';

/** Returns the event of a server at which a connection can carry requests. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}
