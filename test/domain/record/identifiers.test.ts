/** Identifiers of people and organisations: a typing error is refused, an address is as good as the identifier. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifierMembers, parseOrcid, parseRor } from '../../../src/domain/record/identifiers.ts';

/** As ORCID publishes them for examples. */
const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];
/** As ROR publishes them for examples. */
const RORS = ['03yrm5c26', '015w2mp89', '02mhbdp94'];

test.each(ORCIDS)('%s is an ORCID iD, also in an address', (orcid) => {
  const written = [orcid, orcid.toLowerCase(), `https://orcid.org/${orcid}`, `http://orcid.org/${orcid}/`];
  expect(written.map(parseOrcid)).toEqual(written.map(() => orcid));
});

test.each(RORS)('%s is a ROR id, also in an address', (ror) => {
  const written = [ror, ror.toUpperCase(), `https://ror.org/${ror}`, `ror.org/${ror}`];
  expect(written.map(parseRor)).toEqual(written.map(() => ror));
});

test.each([
  '',
  '0000000218250097',
  '0000-0002-1825-009X7',
  'https://orcid.org.example.org/0000-0002-1825-0097',
  'https://example.org/0000-0002-1825-0097',
  '0000-0002-1825-0097\n',
  ' 0000-0002-1825-0097',
  '０000-0002-1825-0097',
  '03yrm5c2',
  '13yrm5c26',
  '0oyrm5c26',
  'x'.repeat(1_000_000),
])('%j is neither', (text) => {
  expect([parseOrcid(text), parseRor(text)]).toEqual([undefined, undefined]);
});

test('another sign at one place, or two neighbours in the other order, are refused', () => {
  const digit = fc.constantFrom(...'0123456789');
  const place = fc.nat({ max: 100 });
  fc.assert(
    fc.property(fc.constantFrom(...ORCIDS, ...RORS), place, digit, (identifier, at, other) => {
      const signs = [...identifier];
      const index = at % signs.length;
      const sign = signs[index] as string;
      fc.pre(sign !== '-' && sign !== other);
      const parse = identifier.includes('-') ? parseOrcid : parseRor;
      expect(parse(signs.with(index, other).join(''))).toBeUndefined();
      const next = signs[index + 1];
      if (next === undefined || next === '-' || next === sign) return;
      expect(
        parse(
          signs
            .with(index, next)
            .with(index + 1, sign)
            .join(''),
        ),
      ).toBeUndefined();
    }),
  );
});

test.each([
  [{ orcid: null, ror: null }, {}],
  [{ orcid: '0000-0002-1825-0097', ror: null }, { orcid: '0000-0002-1825-0097' }],
  [{ orcid: null, ror: '03yrm5c26' }, { ror: '03yrm5c26' }],
])('a record has the identifiers that exist: of %j %j', (identifiers, members) => {
  expect(identifierMembers(identifiers)).toEqual(members);
});
