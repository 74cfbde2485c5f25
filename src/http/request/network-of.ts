/** Who counts as one caller, where limits are kept by address. */

import ipaddr from 'ipaddr.js';

/** The parts of an IPv6 address that name a network: somebody with IPv6 has a whole /64 to themselves. */
const NETWORK_PARTS = 4;

/** The address without a port; of IPv6, the network that somebody has to themselves. What is no address stays as it is. */
export function networkOf(address: string): string {
  const host = withoutPort(address);
  if (!ipaddr.isValid(host)) return host;
  const parsed = ipaddr.process(host);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':', NETWORK_PARTS).join(':');
}

/** Some web servers in front name the port too, which is another one every time. */
function withoutPort(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}
