/** A limit to how often something may be done within a time: by one address, and by all together. */

export type RateLimit = {
  /** Counts one more, or tells how many seconds to wait. IPv6 addresses of one network count as one. */
  take(address: string): { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };
};

type Options = {
  mostPerAddress: number;
  /** Bounds what is remembered, too. */
  mostInAll: number;
  periodMs: number;
  /** In milliseconds. */
  now: () => number;
};

export function rateLimit({ mostPerAddress, mostInAll, periodMs, now }: Options): RateLimit {
  let taken: { atMs: number; from: string }[] = [];

  return {
    take(address) {
      const nowMs = now();
      taken = taken.filter(({ atMs }) => nowMs - atMs < periodMs);
      const from = networkOf(withoutPort(address));
      const own = taken.filter((one) => one.from === from);
      const blocking = own.length >= mostPerAddress ? own : taken.length >= mostInAll ? taken : [];
      const [oldest] = blocking;
      if (oldest !== undefined) {
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.atMs + periodMs - nowMs) / 1000)) };
      }
      taken.push({ atMs: nowMs, from });
      return { isAllowed: true };
    },
  };
}

/** Some web servers in front name the port too, which is another one every time. */
function withoutPort(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/** Somebody with IPv6 has a whole /64 to herself. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
