/** Checks that the entries of `server.trusted-proxies` are addresses or networks that Express can compare with. */

import { isIP } from 'node:net';

const PROXIES = 'server.trusted-proxies';
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const LONGEST_SHOWN = 40;

/** Returns a sentence for each entry that is none. `values` are the values by the names of their keys. */
export function proxyProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  const entries = (values.get(PROXIES) ?? []) as readonly string[];
  return entries.flatMap((entry, at) =>
    NETWORKS.includes(entry) || isNetwork(entry) ? [] : [sentence(`${PROXIES}[${at}]`, entry)],
  );
}

/** Whether the entry is a network; `/0` is refused, as it would trust every caller. */
function isNetwork(entry: string): boolean {
  const [address = '', length, ...rest] = entry.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || address.includes('%') || rest.length > 0) return false;
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits);
}

function sentence(place: string, entry: string): string {
  const shown = entry.length > LONGEST_SHOWN ? `${entry.slice(0, LONGEST_SHOWN)}…` : entry;
  const allowed = `an address such as 127.0.0.1, a network such as 10.0.0.0/8, or one of ${NETWORKS.join(', ')}`;
  return `${place} is the text ${JSON.stringify(shown)}, but must be ${allowed}.`;
}
