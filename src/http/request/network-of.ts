/** Who counts as one caller, where limits are kept by address. */

/** The address without a port; of IPv6, the network that somebody has to themselves. */
export function networkOf(address: string): string {
  return withoutHost(withoutPort(address));
}

/** Some web servers in front name the port too, which is another one every time. */
function withoutPort(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/** Somebody with IPv6 has a whole /64 to themselves. */
function withoutHost(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
