/** Which scheme a browser would read in what somebody gave as their website. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWebAddress, refusedScheme } from '../../../src/domain/web-address.ts';
import { anyText, anyWebAddress } from '../../support/machine/any-text.ts';

describe('a website stays as it is recorded', () => {
  test.each([
    'https://ada.example.org/~ada?x=1#y',
    'HTTP://ADA.EXAMPLE.ORG',
    ' https://ada.example.org ',
    'ht\ntp://ada.example.org',
    'www.example.org',
    'ask me',
    'ask me: it is https://ada.example.org',
    'example.org:8080/people',
    'example.org:8080',
    'www.example.org:443?x',
    '//ada.example.org',
    '/people/ada',
    '?a:b',
    '#a:b',
    'not a url',
    '',
    ' ',
    ':8080',
    '1password:x',
    'é:x',
    'java\u0000script:alert(1)',
    '\u00a0javascript:alert(1)',
    'javascript',
    'https',
  ])('written as %j', (website) => {
    expect(refusedScheme(website)).toBeUndefined();
  });
});

describe('a website has a scheme that is refused', () => {
  test.each([
    ['javascript:alert(1)', 'javascript'],
    ['JavaScript:alert(1)', 'javascript'],
    [' javascript:alert(1)', 'javascript'],
    ['\u0000\u0001\u001f\t javascript:alert(1)', 'javascript'],
    ['java\nscript:alert(1)', 'javascript'],
    ['j\ta\r\nv\na\tscript\n:alert(1)', 'javascript'],
    ['javascript://www.example.org/%0aalert(1)', 'javascript'],
    // A port, by the look of it; a number divided by what a function answers, to a browser.
    ['javascript:8080/alert(1)', 'javascript'],
    ['javascript:8080', 'javascript'],
    ['data:text/html,<script>alert(1)</script>', 'data'],
    ['vbscript:x', 'vbscript'],
    ['blob:https://example.org/1', 'blob'],
    ['mailto:ada@example.org', 'mailto'],
    ['ftp://ada.example.org', 'ftp'],
    ['file:///etc/hosts', 'file'],
    ['tel:5551234', 'tel'],
    ['web+people:1', 'web+people'],
    ['view-source:https://example.org', 'view-source'],
    ['example.org:80x', 'example.org'],
    ['example.org:808080', 'example.org'],
    ['example.org:alert(1)', 'example.org'],
  ])('in %j', (website, scheme) => {
    expect(refusedScheme(website)).toBe(scheme);
  });

  const pieces = fc.constantFrom(
    ...['java', 'script', 'JAVASCRIPT', 'data', 'http', 'https', 'example.org', ':', '://', '/', '8080', '1', '+', '-'],
    ...['\t', '\n', '\r', '\u0000', '\u0001', ' ', '\u00a0', '\ufeff', '\u200b', '%0a', 'é', 'alert(1)', '#', '?', '@'],
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
    anyText({ maxLength: 20 }),
    anyWebAddress(),
  );

  test('wherever a browser would read one, but in a host with its port', () => {
    fc.assert(
      fc.property(texts, (website) => {
        const scheme = refusedScheme(website);
        // Without an address before it, nothing but a scheme of its own makes a text an address.
        const read = URL.parse(website)?.protocol.slice(0, -1);
        const isHostAndPort = /^[\0-\x20]*[^:]*\.[^:]*:[\d\t\n\r]{1,}/.test(website);
        if (read !== undefined && read !== 'http' && read !== 'https' && !isHostAndPort) expect(scheme).toBe(read);
        if (read === 'http' || read === 'https') expect(scheme).toBeUndefined();
        const beside = URL.parse(website, 'https://registry.example.org/')?.protocol;
        if (scheme === undefined && beside !== undefined && !isHostAndPort) expect(beside).toMatch(/^https?:$/);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a page makes a link', () => {
  test.each([
    'https://lab.example.org',
    'http://lab.example.org:8080/people?name=a@b#c',
    'HTTPS://LAB.EXAMPLE.ORG/~ada',
    'https://xn--bcher-kva.example.org/ü',
  ])('of %j', (address) => {
    expect(isWebAddress(address)).toBe(true);
  });

  test.each([
    ['a user before the host', 'https://lab.example.org@elsewhere.example.net/'],
    ['a user with a password', 'https://lab.example.org:443@elsewhere.example.net/'],
    ['a blank within', 'https://lab.example.org/a b'],
    ['a blank before it', ' https://lab.example.org/'],
    ['a line end within', 'https://lab.example.org/\nOtherNet is closed'],
    ['a line end behind it', 'https://lab.example.org/\n'],
    ['a tab in its host', 'https://lab\t.example.org/'],
    ['a blank without an end', 'https://lab.example.org/a\u00a0b'],
    ['a sign that turns the text', 'https://lab.example.org/\u202egro'],
    ['a sign without a width', 'https://lab\u200b.example.org/'],
    ['a backslash in its host', 'https://lab.example.org\\@elsewhere.example.net/'],
    ['no host', 'https://'],
    ['another scheme', 'javascript:alert(1)'],
    ['no scheme', 'lab.example.org'],
    ['more signs than an address has', `https://lab.example.org/${'a'.repeat(2_000)}`],
  ])('of nothing with %s', (_, address) => {
    expect(isWebAddress(address)).toBe(false);
  });
});
