/** Signatures of cursors: nobody without the key can make one. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signer } from '../../src/federation/signer.ts';

const KEY = Buffer.alloc(32, 7);
const { sign, isSame } = signer(KEY);

test('the same text has the same signature on every instance with the key', () => {
  expect(sign('page 2')).toBe(signer(Buffer.from(KEY)).sign('page 2'));
  expect(isSame(sign('page 2'), sign('page 2'))).toBe(true);
});

test('another text or another key has another signature', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      fc.pre(a !== b);
      expect(isSame(sign(a), sign(b))).toBe(false);
    }),
  );
  expect(isSame(sign('page 2'), signer(Buffer.alloc(32, 8)).sign('page 2'))).toBe(false);
});

test('a signature can stand in an address, is 128 bits long, and tells neither text nor key', () => {
  const signature = sign('a text that is to stay here');
  expect(signature).toMatch(/^[\w-]{22}$/);
  expect(Buffer.from(signature, 'base64url').toString('latin1')).not.toContain('text');
});

test.each(['', 'a', `${sign('page 2')}=`, sign('page 2').slice(1), sign('page 2').toUpperCase(), 'ä'.repeat(22)])(
  '%j is not taken for the signature',
  (forged) => {
    expect(isSame(forged, sign('page 2'))).toBe(false);
    expect(isSame(sign('page 2'), forged)).toBe(false);
  },
);
