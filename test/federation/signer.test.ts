/** Seals of cursors and digests: nobody without the key can make one, or read what is sealed. */

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signer } from '../../src/federation/signer.ts';

const KEY = Buffer.alloc(32, 7);
const { sign, seal, open } = signer(KEY);
/** A nonce of 12 bytes and a tag of 16. */
const SEAL_BYTES = 28;
const others = signer(Buffer.alloc(32, 8));

describe('a digest', () => {
  test('of the same text is the same on every instance with the key', () => {
    expect(sign('page 2')).toBe(signer(Buffer.from(KEY)).sign('page 2'));
  });

  test('of another text or by another key is another one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(a !== b);
        expect(sign(a)).not.toBe(sign(b));
      }),
    );
    expect(sign('page 2')).not.toBe(others.sign('page 2'));
  });

  test('can stand in an address, is 128 bits long, and reveals neither text nor key', () => {
    const digest = sign('a text that is to stay here');
    expect(digest).toMatch(/^[\w-]{22}$/);
    expect(Buffer.from(digest, 'base64url').toString('latin1')).not.toContain('text');
  });
});

describe('a seal', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString('latin1'));

  test('is opened on every instance with the key, whatever is in it, and can stand in an address', () => {
    fc.assert(
      fc.property(bytes, (text) => {
        expect(signer(Buffer.from(KEY)).open(seal(text))).toBe(text);
        expect(seal(text)).toMatch(/^[\w-]+$/);
      }),
    );
  });

  test('is shorter than a text that repeats itself, and never more than a byte longer than any other', () => {
    const [repeated, random] = ['researcher 17, '.repeat(80), randomBytes(900).toString('latin1')];
    expect(Buffer.from(seal(repeated), 'base64url').length).toBeLessThan(150);
    expect(Buffer.from(seal(random), 'base64url').length).toBe(900 + SEAL_BYTES + 1);
    expect([open(seal(repeated)), open(seal(random))]).toEqual([repeated, random]);
  });

  test('reveals nothing of what is in it but its length when compressed, and is the same for the same text', () => {
    const sealed = seal('researcher 17 and researcher 18');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('researcher');
    expect(sealed).toBe(seal('researcher 17 and researcher 18'));
    expect(sealed.slice(0, 16)).not.toBe(seal('researcher 17 and researcher 19').slice(0, 16));
  });

  test('of another key is not opened, nor one with any bit changed, nor anything else', () => {
    expect(open(others.seal('page 2'))).toBeUndefined();
    fc.assert(
      fc.property(bytes, fc.nat(), (text, place) => {
        const sealed = Buffer.from(seal(text), 'base64url');
        const bit = place % (sealed.length * 8);
        sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(open(sealed.toString('base64url'))).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => open(text) === undefined));
  });

  test.each(['', 'a', `${seal('page 2')}=`, seal('page 2').slice(1), ` ${seal('page 2')}`, sign('page 2')])(
    '%j is none',
    (forged) => {
      expect(open(forged)).toBeUndefined();
    },
  );
});
