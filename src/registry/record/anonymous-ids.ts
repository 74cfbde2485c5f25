/** Anonymous ids: the identity of a record, encrypted into a UUID that nobody else can read, link or forge. */

import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * The record behind an anonymous id. An `owner` is the researcher of a registered gene that was shown without its
 * person. Such an id contains the gene, because only readers of that gene may know the owner.
 */
export type AnonymousRef =
  | { kind: 'user'; userId: number }
  | { kind: 'gene' | 'owner'; userId: number; geneId: number };

/** The ids of one answer, which are made together with one draw of random bytes and one call of the cipher for each round. */
export type AnonymousIdBatch = {
  /** Returns the place of a new id for the record, also for one that has an id already: 36 bytes, empty until {@link seal}. */
  add(ref: AnonymousRef): Uint8Array;
  /** Writes the ids into all places: lower-case UUIDs in the form of version 4. */
  seal(): void;
};

export type AnonymousIds = {
  batch(): AnonymousIdBatch;
  /** Returns the record behind an id that was made with this key and has not expired; undefined for any other UUID. */
  open(uuid: string): AnonymousRef | undefined;
  /** Returns the time from which {@link open} returns undefined for the id; undefined if it already does. */
  expiresAt(uuid: string): Date | undefined;
  /**
   * Returns a sort key of a hidden record. The order is the same on every run and reveals neither the person of a
   * record nor which records belong to one person. Gene 0 means the profile.
   */
  orderKey(userId: number, geneId: number): number;
};

type Options = {
  /** 32 bytes. All instances with the same key can open each other's ids; with a new key old ids are unknown. */
  key: Uint8Array;
  lifetimeMinutes: number;
  now: () => Date;
};

// A UUID of version 4 leaves 122 bits, held here as two halves of 61:
//   left   user id 31 | nonce high 30
//   right  gene id 31 (0 for a user) | kind high 1 | minute of issue 24 | kind low 1 | nonce low 4
// Both go through a Feistel network whose round function is AES, so that every bit of the id depends on every bit of
// the record, the time and the nonce. There is no room for a long check. A forger must hit, blindly, a time within the
// last hour (1 in 250,000) and an existing pair of ids (less than 1 in 2^40).
//
// A half is two words, 29 bits and 32. The halves of many ids follow each other.
const ROUNDS = 8;
const HIGH_MASK = (1 << 29) - 1;
const WORDS_PER_HALF = 2;
const BLOCK_BYTES = 16;
const NONCE_BYTES = 5;
const UUID_LENGTH = 36;
const MINUTE_MS = 60_000;
const MINUTE_MASK = (1 << 24) - 1;
/** Ids of users and genes have the high bit that minutes of 25 bits had in older ids, so these open as before. */
const KIND_BITS = { user: 0b10, gene: 0b11, owner: 0b01 } as const;
/** The clocks of instances may differ by this much, also because a clock is corrected. */
const CLOCK_TOLERANCE_MINUTES = 1;

export function anonymousIds({ key, lifetimeMinutes, now }: Options): AnonymousIds {
  const prf = blockFunction(key);
  // Minutes are counted modulo 2^24, which is 32 years, so that the count never ends.
  const minute = () => Math.floor(now().getTime() / MINUTE_MS) & MINUTE_MASK;

  function read(uuid: string): { ref: AnonymousRef; ageMinutes: number } | undefined {
    const halves = fromUuid(uuid);
    if (halves === undefined) return undefined;
    const [left, right] = decrypt(prf, halves);
    const [rightHigh, rightLow] = wordsOf(right);
    const issued = (rightLow >>> 5) & MINUTE_MASK;
    const ageMinutes = ((minute() - issued + CLOCK_TOLERANCE_MINUTES) & MINUTE_MASK) - CLOCK_TOLERANCE_MINUTES;
    if (ageMinutes > lifetimeMinutes) return undefined;
    const kindBits = (((rightLow >>> 29) & 1) << 1) | ((rightLow >>> 4) & 1);
    const ref = toRef(kindBits, idOf(wordsOf(left)), idOf([rightHigh, rightLow]));
    return ref && { ref, ageMinutes };
  }

  return {
    batch() {
      const refs: AnonymousRef[] = [];
      const places: Uint8Array[] = [];
      return {
        add(ref) {
          const place = new Uint8Array(UUID_LENGTH);
          refs.push(ref);
          places.push(place);
          return place;
        },
        seal() {
          if (refs.length === 0) return;
          const [left, right] = encrypt(prf, toHalves(refs, minute()));
          places.forEach((place, index) => {
            writeUuid(place, wordsOf(left, index), wordsOf(right, index));
          });
        },
      };
    },

    open: (uuid) => read(uuid)?.ref,

    expiresAt(uuid) {
      const known = read(uuid);
      if (known === undefined) return undefined;
      const minutesLeft = lifetimeMinutes - known.ageMinutes + 1;
      return new Date((Math.floor(now().getTime() / MINUTE_MS) + minutesLeft) * MINUTE_MS);
    },

    orderKey(userId, geneId) {
      const [high, low] = wordsOf(prf(ROUNDS, Uint32Array.of(userId >>> 1, ((userId & 1) << 31) | geneId)));
      return high * 2 ** 23 + (low >>> 9);
    },
  };
}

/** The halves of many ids, each as its high word and its low word. */
type Halves = Uint32Array;
type Words = readonly [high: number, low: number];

function wordsOf(halves: Halves, index = 0): Words {
  return [halves[index * WORDS_PER_HALF] ?? 0, halves[index * WORDS_PER_HALF + 1] ?? 0];
}

/** Returns the id of 31 bits at the beginning of a half. */
function idOf([high, low]: Words): number {
  return high * 4 + (low >>> 30);
}

function toHalves(refs: readonly AnonymousRef[], minute: number): [left: Halves, right: Halves] {
  const left = new Uint32Array(refs.length * WORDS_PER_HALF);
  const right = new Uint32Array(refs.length * WORDS_PER_HALF);
  const nonces = randomBytes(refs.length * NONCE_BYTES);
  refs.forEach((ref, index) => {
    const at = index * WORDS_PER_HALF;
    const nonceHigh = nonces.readUInt32BE(index * NONCE_BYTES) >>> 2;
    const nonceLow = nonces.readUInt8(index * NONCE_BYTES + 4) & 0b1111;
    const geneId = ref.kind === 'user' ? 0 : ref.geneId;
    const kind = KIND_BITS[ref.kind];
    left[at] = ref.userId >>> 2;
    left[at + 1] = ((ref.userId & 0b11) << 30) | nonceHigh;
    right[at] = geneId >>> 2;
    right[at + 1] = ((geneId & 0b11) << 30) | ((kind >>> 1) << 29) | (minute << 5) | ((kind & 1) << 4) | nonceLow;
  });
  return [left, right];
}

function toRef(kindBits: number, userId: number, geneId: number): AnonymousRef | undefined {
  if (kindBits === KIND_BITS.gene) return { kind: 'gene', userId, geneId };
  if (kindBits === KIND_BITS.owner) return { kind: 'owner', userId, geneId };
  return kindBits === KIND_BITS.user && geneId === 0 ? { kind: 'user', userId } : undefined;
}

/** A pseudo-random function of the round and each half. */
type Prf = (round: number, halves: Halves) => Halves;

function blockFunction(key: Uint8Array): Prf {
  // Each block is encrypted alone, for which ECB is the plain block cipher.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return (round, halves) => {
    const count = halves.length / WORDS_PER_HALF;
    const blocks = Buffer.alloc(count * BLOCK_BYTES);
    for (let index = 0; index < count; index++) {
      const [high, low] = wordsOf(halves, index);
      blocks[index * BLOCK_BYTES] = round;
      blocks.writeUInt32BE(high, index * BLOCK_BYTES + 8);
      blocks.writeUInt32BE(low, index * BLOCK_BYTES + 12);
    }
    const enciphered = cipher.update(blocks);
    const mixed = new Uint32Array(halves.length);
    for (let index = 0; index < count; index++) {
      mixed[index * WORDS_PER_HALF] = enciphered.readUInt32BE(index * BLOCK_BYTES) & HIGH_MASK;
      mixed[index * WORDS_PER_HALF + 1] = enciphered.readUInt32BE(index * BLOCK_BYTES + 4);
    }
    return mixed;
  };
}

function encrypt(prf: Prf, [left, right]: [Halves, Halves]): [Halves, Halves] {
  let [l, r] = [left, right];
  for (let round = 0; round < ROUNDS; round++) [l, r] = [r, xor(l, prf(round, r))];
  return [l, r];
}

function decrypt(prf: Prf, [left, right]: [Halves, Halves]): [Halves, Halves] {
  let [l, r] = [left, right];
  for (let round = ROUNDS - 1; round >= 0; round--) [l, r] = [xor(r, prf(round, l)), l];
  return [l, r];
}

function xor(one: Halves, other: Halves): Halves {
  const result = new Uint32Array(one.length);
  for (let word = 0; word < one.length; word++) result[word] = (one[word] ?? 0) ^ (other[word] ?? 0);
  return result;
}

const HEX_DIGITS = Buffer.from('0123456789abcdef');
const DASH = '-'.charCodeAt(0);
/** The places in a UUID of the eight digits of each word, between the dashes. */
const DIGIT_PLACES = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
] as const;

/** Writes a UUID: 48 bits, version, 12 bits, variant, 62 bits. */
function writeUuid(place: Uint8Array, [leftHigh, leftLow]: Words, [rightHigh, rightLow]: Words): void {
  const words = [
    (leftHigh << 3) | (leftLow >>> 29),
    (((leftLow >>> 13) & 0xffff) << 16) | (4 << 12) | ((leftLow >>> 1) & 0xfff),
    (0b10 << 30) | ((leftLow & 1) << 29) | rightHigh,
    rightLow,
  ];
  place.fill(DASH);
  for (let index = 0; index < words.length; index++) {
    let word = words[index] ?? 0;
    const places = DIGIT_PLACES[index] ?? [];
    for (let digit = places.length - 1; digit >= 0; digit--) {
      place[places[digit] ?? 0] = HEX_DIGITS[word & 0b1111] ?? 0;
      word >>>= 4;
    }
  }
}

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function fromUuid(uuid: string): [left: Halves, right: Halves] | undefined {
  if (!VERSION_4.test(uuid)) return undefined;
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const [first, second, third, fourth] = [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const leftLow = ((first & 0b111) << 29) | ((second >>> 16) << 13) | ((second & 0xfff) << 1) | ((third >>> 29) & 1);
  return [Uint32Array.of(first >>> 3, leftLow), Uint32Array.of(third & HIGH_MASK, fourth)];
}
