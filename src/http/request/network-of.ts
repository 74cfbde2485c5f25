/** Who counts as one caller, where limits are kept by address. */

import ipaddr from 'ipaddr.js';

/** The parts of an IPv6 address that name a network: somebody with IPv6 has a whole /64 to themselves. */
const NETWORK_PARTS = 4;
/** Those that name a site, which has up to 65,536 networks. */
const SITE_PARTS = 3;

/** The address without a port; of IPv6, the network that somebody has to themselves. What is no address stays as it is. */
export function networkOf(address: string): string {
  return callerOf(address, NETWORK_PARTS);
}

/** As {@link networkOf}, but of IPv6 all networks of a site: for what nobody should reach by having many of them. */
export function siteOf(address: string): string {
  return callerOf(address, SITE_PARTS);
}

function callerOf(address: string, parts: number): string {
  const host = hostOf(address);
  if (!ipaddr.isValid(host)) return host;
  const parsed = ipaddr.process(host);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':', parts).join(':');
}

/** The address without a port: some web servers in front name it too, and it is another one every time. */
export function hostOf(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}
