/**
 * Limits how often one caller, and all together, may do something within an hour, over all processes. Decides which
 * addresses belong to one caller.
 */

import ipaddr from 'ipaddr.js';
import type { HourlyTurn, TakeTurn } from '../../registry/state/counted-uses.ts';
import type { UseBound } from '../../registry/state/service-state.ts';

export type RateLimit = {
  /** Counts one use of the caller of an address, or returns how many seconds to wait. */
  take(address: string): Promise<HourlyTurn>;
};

/** A limit. Its name distinguishes what it counts from what others count; several addresses may have the same caller. */
export type HourlyLimit = UseBound & { callerOf: (address: string) => string };

export function rateLimit({ callerOf, ...bound }: HourlyLimit, takeTurn: TakeTurn): RateLimit {
  return { take: (address) => takeTurn(bound, callerOf(address)) };
}

/** The parts of an IPv6 address that name a network: one caller has a whole /64. */
const NETWORK_PARTS = 4;
/** The parts that name a site, which has up to 65,536 networks. */
const SITE_PARTS = 3;

/** Returns the IPv4 address without a port, or the network of an IPv6 address. Returns any other text unchanged. */
export function networkOf(address: string): string {
  return callerOf(address, NETWORK_PARTS);
}

/** The same with the whole site of an IPv6 address: for limits that a caller with many networks must not exceed. */
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

/** Returns the address without a port. Some web servers in front add the port, and it differs with every connection. */
export function hostOf(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}
