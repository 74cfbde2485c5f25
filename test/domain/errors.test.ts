/** The errors a caller can meet (rdp-protocol 1.14). */

import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/api/errors.ts';
import { type ErrorCode, RegistryError } from '../../src/domain/errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

describe('an error', () => {
  test.each(codes)('%s has a status, a sentence, and a challenge when the token is at fault', (code) => {
    const { status, form, sentence } = ERRORS[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence.length).toBeGreaterThan(10);
    expect(form === 'challenge').toBe(status === 401 && code !== 'access-denied');
  });

  test.each<[ErrorCode, Record<string, string | number>, number, string]>([
    ['unknown-tier', { tier: 'best' }, 400, 'Unknown tier: best.'],
    ['unknown-taxon-searched', { taxonId: 7 }, 404, 'Unknown taxon ID: 7.'],
    ['empty-symbol', {}, 400, 'Gene symbol cannot be empty.'],
    ['unknown-symbol', { symbol: 'XYZ' }, 404, 'Unknown gene with symbol: XYZ.'],
    ['no-orthologs', {}, 404, 'Could not find any orthologs with given parameters.'],
    ['ontology-lists-differ', {}, 400, "The 'ontologyNames' and 'ontologyTermIds' lists must have the same size."],
    ['unknown-ontologies', { names: 'a, b' }, 400, 'The following ontologies do not exist in this registry: a, b.'],
    ['unknown-taxon', { taxonId: 7 }, 404, 'No taxon with ID 7.'],
    ['unknown-user', { userId: 7 }, 404, 'Unknown user with ID: 7.'],
    ['unknown-anonymous-user', { anonymousId: 'u' }, 404, 'Unknown user with anonymous ID: u.'],
    ['unknown-anonymous-gene', { anonymousId: 'u' }, 404, 'Unknown gene with anonymous ID: u.'],
    ['access-denied', {}, 401, 'Access is denied'],
    ['unknown-token', {}, 401, 'No user associated to the provided API token.'],
    ['expired-token', {}, 401, 'API token is expired.'],
    ['invalid-token', {}, 401, 'API token is invalid.'],
    [
      'remote-account-missing',
      { reason: 'no user can be found with ID 1' },
      401,
      'The remote search user is not configured correctly: no user can be found with ID 1.',
    ],
    ['api-disabled', {}, 503, 'Public API is not available for this registry.'],
  ])('%s has the words that partners know', (code, details, status, message) => {
    expect(new RegistryError(code, details)).toMatchObject({ code, status, message, name: 'RegistryError' });
  });

  test('never fills a detail in twice, and leaves nothing unfilled', () => {
    expect(new RegistryError('unknown-symbol', { symbol: '{symbol} $& {taxonId}' }).message).toBe(
      'Unknown gene with symbol: {symbol} $& {taxonId}.',
    );
    expect(new RegistryError('unknown-symbol').message).toBe('Unknown gene with symbol: .');
    expect(new RegistryError('parameter-missing', { name: 'prefix', hint: '' }).message).toBe(
      "The parameter 'prefix' is missing.",
    );
  });
});
