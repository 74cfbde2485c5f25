/** Anonymous ids: a record's identity, sealed into a UUID that nobody else can read, link or forge. */

import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * The record behind an anonymous id. An `owner` is the researcher of a registered gene that was shown without them: such
 * an id remembers the gene, because who they are is only for those who may read that gene.
 */
export type AnonymousRef =
  | { kind: 'user'; userId: number }
  | { kind: 'gene' | 'owner'; userId: number; geneId: number };

export type AnonymousIds = {
  /** An id for the record, another one at every call. Lower-case UUID, version 4 in form. */
  seal(ref: AnonymousRef): string;
  /** The record behind an id of ours that has not expired; undefined for any other UUID. */
  open(uuid: string): AnonymousRef | undefined;
  /** From when on {@link open} will not know the id; undefined for one that it does not know now. */
  expiresAt(uuid: string): Date | undefined;
  /**
   * Puts hidden records in an order that is the same on every run and tells nothing about them: neither whose they are
   * nor which are of one person. Gene 0 stands for the profile.
   */
  orderKey(userId: number, geneId: number): number;
};

type Options = {
  /** 32 bytes. Every instance that holds it opens the ids of every other; with a new key old ids are unknown. */
  key: Uint8Array;
  lifetimeMinutes: number;
  now: () => Date;
};

// A UUID of version 4 leaves 122 bits, kept here as two halves of 61:
//   left   user id 31 | nonce high 30
//   right  gene id 31 (0 for a user) | kind high 1 | minute of issue 24 | kind low 1 | nonce low 4
// Both go through a Feistel network whose round function is AES, so that every bit of the id depends on every bit of
// the record, the time and the nonce. There is no room for a long check: forging means to hit, blindly, a time within
// the last hour (1 in 250,000) and a pair of ids that exists (less than 1 in 2^40).
const HALF_BITS = 61n;
const HALF_MASK = (1n << HALF_BITS) - 1n;
const ROUNDS = 8;
const MINUTE_MS = 60_000;
const MINUTE_MASK = (1 << 24) - 1;
/** Ids of users and genes have the high bit that minutes of 25 bits had there, so older ones open as before. */
const KIND_BITS = { user: 0b10n, gene: 0b11n, owner: 0b01n } as const;
/** Instances, and a clock that is set right, may differ by as much. */
const CLOCK_TOLERANCE_MINUTES = 1;

export function anonymousIds({ key, lifetimeMinutes, now }: Options): AnonymousIds {
  const prf = blockFunction(key);
  // Minutes are counted round a ring of 32 years, so there is no first and no last one.
  const minute = () => Math.floor(now().getTime() / MINUTE_MS) & MINUTE_MASK;

  function read(uuid: string): { ref: AnonymousRef; ageMinutes: number } | undefined {
    const halves = fromUuid(uuid);
    if (halves === undefined) return undefined;
    const [left, right] = decrypt(prf, ...halves);
    const issued = Number((right >> 5n) & BigInt(MINUTE_MASK));
    const ageMinutes = ((minute() - issued + CLOCK_TOLERANCE_MINUTES) & MINUTE_MASK) - CLOCK_TOLERANCE_MINUTES;
    if (ageMinutes > lifetimeMinutes) return undefined;
    const ref = toRef(kindBitsOf(right), Number(left >> 30n), Number(right >> 30n));
    return ref && { ref, ageMinutes };
  }

  return {
    seal(ref) {
      const nonce = randomBytes(5);
      const nonceHigh = BigInt(nonce.readUInt32BE(0) >>> 2);
      const nonceLow = BigInt((nonce[4] ?? 0) & 15);
      const geneId = ref.kind === 'user' ? 0 : ref.geneId;
      const kind = KIND_BITS[ref.kind];
      const left = (BigInt(ref.userId) << 30n) | nonceHigh;
      const middle = ((kind >> 1n) << 29n) | (BigInt(minute()) << 5n) | ((kind & 1n) << 4n);
      const right = (BigInt(geneId) << 30n) | middle | nonceLow;
      return toUuid(...encrypt(prf, left, right));
    },

    open: (uuid) => read(uuid)?.ref,

    expiresAt(uuid) {
      const known = read(uuid);
      if (known === undefined) return undefined;
      const minutesLeft = lifetimeMinutes - known.ageMinutes + 1;
      return new Date((Math.floor(now().getTime() / MINUTE_MS) + minutesLeft) * MINUTE_MS);
    },

    orderKey(userId, geneId) {
      return Number(prf(ROUNDS, (BigInt(userId) << 31n) | BigInt(geneId)) >> 9n);
    },
  };
}

function kindBitsOf(right: bigint): bigint {
  return (((right >> 29n) & 1n) << 1n) | ((right >> 4n) & 1n);
}

function toRef(kindBits: bigint, userId: number, geneId: number): AnonymousRef | undefined {
  if (kindBits === KIND_BITS.gene) return { kind: 'gene', userId, geneId };
  if (kindBits === KIND_BITS.owner) return { kind: 'owner', userId, geneId };
  return kindBits === KIND_BITS.user && geneId === 0 ? { kind: 'user', userId } : undefined;
}

type Prf = (round: number, half: bigint) => bigint;

function blockFunction(key: Uint8Array): Prf {
  // One block at a time under ECB is the bare block cipher: a pseudo-random function of (round, half).
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  return (round, half) => {
    block.writeUInt8(round, 0);
    block.writeBigUInt64BE(half, 8);
    return cipher.update(block).readBigUInt64BE(0) & HALF_MASK;
  };
}

function encrypt(prf: Prf, left: bigint, right: bigint): [bigint, bigint] {
  let [l, r] = [left, right];
  for (let round = 0; round < ROUNDS; round++) [l, r] = [r, l ^ prf(round, r)];
  return [l, r];
}

function decrypt(prf: Prf, left: bigint, right: bigint): [bigint, bigint] {
  let [l, r] = [left, right];
  for (let round = ROUNDS - 1; round >= 0; round--) [l, r] = [r ^ prf(round, l), l];
  return [l, r];
}

const HIGH_48 = 0xffff_ffff_ffffn;

/** 48 bits, version, 12 bits, variant, 62 bits. */
function toUuid(left: bigint, right: bigint): string {
  const all = (left << HALF_BITS) | right;
  const high = ((all >> 74n) << 16n) | (4n << 12n) | ((all >> 62n) & 0xfffn);
  const low = (2n << 62n) | (all & ((1n << 62n) - 1n));
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function fromUuid(uuid: string): [bigint, bigint] | undefined {
  if (!VERSION_4.test(uuid)) return undefined;
  const hex = uuid.replaceAll('-', '');
  const high = BigInt(`0x${hex.slice(0, 16)}`);
  const low = BigInt(`0x${hex.slice(16)}`) & ((1n << 62n) - 1n);
  const all = (((high >> 16n) & HIGH_48) << 74n) | ((high & 0xfffn) << 62n) | low;
  return [all >> HALF_BITS, all & HALF_MASK];
}
