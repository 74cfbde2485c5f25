/** What calls itself JSON. */

import { describe, expect, test } from 'vitest';
import { isJsonType } from '../../../src/federation/dialect/json-body.ts';

describe('JSON is what calls itself', () => {
  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON ; charset=ISO-8859-1',
    'application/hal+json',
    'application/problem+json; charset=utf-8',
  ])('%s', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  test.each([undefined, '', 'text/html', 'text/json', 'text/plain; application/json', 'application/jsonp', 'json'])(
    'not %s',
    (type) => {
      expect(isJsonType(type)).toBe(false);
    },
  );
});
