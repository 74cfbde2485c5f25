/** The links with which people answer requests about them: signed, so that nobody else can make one, and not stored. */

import { createHmac, timingSafeEqual } from 'node:crypto';

type PersonLink = {
  requestId: number;
  /** The number of the forwarding that the link belongs to. */
  number: number;
  /** In ms since 1970, a whole second. */
  expires: number;
};

export type PersonLinks = {
  write(link: PersonLink): string;
  /** Returns undefined for a text that this registry did not make with its present key. */
  read(text: string): PersonLink | undefined;
};

const SEAL_BYTES = 16;
const LINK = /^(([1-9]\d{0,15})-([1-9]\d{0,3})-([1-9]\d{0,11}))-([\w-]{22})$/;

/** @param key 32 bytes */
export function personLinks(key: Uint8Array): PersonLinks {
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES);
  return {
    write({ requestId, number, expires }) {
      const text = [requestId, number, expires / 1000].join('-');
      return `${text}-${sealOf(text).toString('base64url')}`;
    },
    read(text) {
      const [, signed, requestId, number, seconds, seal] = LINK.exec(text) ?? [];
      if (signed === undefined || seal === undefined) return undefined;
      if (!timingSafeEqual(sealOf(signed), Buffer.from(seal, 'base64url'))) return undefined;
      return { requestId: Number(requestId), number: Number(number), expires: Number(seconds) * 1000 };
    },
  };
}
