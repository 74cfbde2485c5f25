/** How the version of a partner is read, however the partner writes it (rdp-protocol 7.4). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAtLeast, isEarlier, parsePartnerVersion } from '../../../src/domain/federation/partner-version.ts';
import { anyText } from '../../support/machine/any-text.ts';

describe('a version', () => {
  test.each([
    ['1.5.10', [1, 5, 10]],
    ['1.5', [1, 5, 0]],
    ['2', [2, 0, 0]],
    ['v1.5.0', [1, 5, 0]],
    ['V1.4.11', [1, 4, 11]],
    [' 1.4.4\n', [1, 4, 4]],
    ['1.5.10-SNAPSHOT', [1, 5, 10]],
    ['1.5.0-SNAPSHOT-MOMAT', [1, 5, 0]],
    ['1.5-beta', [1, 5, 0]],
    ['2-beta', [2, 0, 0]],
    ['1.4.9-rc1', [1, 4, 9]],
    ['1.5.0+b1', [1, 5, 0]],
    ['1.5.0.1', [1, 5, 0]],
    ['1.5.99', [1, 5, 99]],
    ['1.6.x', [1, 6, 0]],
    ['2024.1.0', [2024, 1, 0]],
    ['v0', [0, 0, 0]],
  ])('%j is %j', (text, [major, minor, patch]) => {
    expect(parsePartnerVersion(text)).toEqual({ major, minor, patch });
  });

  test.each(['', '  ', 'unknown', 'SNAPSHOT', '-1.5.0', '.5', 'version 1.5', '12345678901', `1${'0'.repeat(400)}.5`])(
    '%j is no version',
    (text) => {
      expect(parsePartnerVersion(text)).toBeUndefined();
    },
  );

  test('is never read as anything but whole numbers, whatever a partner writes', () => {
    const texts = fc.oneof(anyText(), fc.stringMatching(/^v?[0-9.+-]*$/));
    fc.assert(
      fc.property(texts, (text) => {
        const parts = Object.values(parsePartnerVersion(text) ?? {});
        expect(parts.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  test.each([
    ['1.5.0', true],
    ['1.6.0', true],
    ['2.0.0', true],
    ['2024.1.0', true],
    ['1.4.99', false],
    ['0.9.0', false],
  ])('%s is at least 1.5: %s', (text, isLater) => {
    const version = parsePartnerVersion(text);
    expect(version && isAtLeast(version, 1, 5)).toBe(isLater);
  });

  test.each([
    ['1.4.11', '1.5.0', true],
    ['1.5.9', '1.5.10', true],
    ['1.5.10', '1.5.10', false],
    ['1.6.0', '1.5.10', false],
    ['2.0.0', '1.6.10', false],
    ['1.6.10', '2.0.0', true],
    ['unknown', '1.5.10', true],
    ['1.5.10', 'unknown', false],
    ['unknown', 'nothing', false],
  ])('%s is earlier than %s: %s', (text, other, isBefore) => {
    expect(isEarlier(text, other)).toBe(isBefore);
  });
});
