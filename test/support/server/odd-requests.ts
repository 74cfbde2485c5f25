/** Requests as nobody sensible sends them, near enough to sensible ones to get past the first check (fast-check). */

import fc from 'fast-check';
import * as odd from './odd-values.ts';

export type OddRequest = { method: string; path: string; headers: [name: string, value: string][] };

const LONG_TEXT = fc
  .tuple(
    fc.constantFrom('a', '%20', '"', ',', '%F0%9F%A7%AC', '%EF%B7%BA', 'TIER1,'),
    fc.integer({ min: 500, max: 10_000 }),
  )
  .map(([piece, bytes]) => piece.repeat(Math.ceil(bytes / piece.length)));
const ANY_TEXT = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()));

/** Something for the place of a value in an address. */
const ODD_VALUE = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...odd.ODD_TEXTS) },
  { weight: 3, arbitrary: ANY_TEXT },
  { weight: 1, arbitrary: LONG_TEXT },
);

const PARAMETER = fc.constantFrom(...Object.keys(odd.PARAMETERS)).chain((name) => {
  const sensible = fc.constantFrom(...(odd.PARAMETERS[name] ?? []).map(encodeURIComponent));
  const value = fc.oneof({ weight: 5, arbitrary: sensible }, { weight: 4, arbitrary: ODD_VALUE });
  const written = fc.constantFrom(name, name, name, name, `${name}[]`, `${name}%5B%5D`, name.toUpperCase(), '');
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(written, value).map(([as, text]) => `${as}=${text}`) },
    { weight: 1, arbitrary: fc.constant(name) },
  );
});
/** What a search needs at least, so that more than the complaint about what is missing is tried. */
const BEGINNING = fc.constantFrom('', '', ...odd.BEGINNINGS);
const QUERY = fc
  .tuple(BEGINNING, fc.array(PARAMETER, { maxLength: 6 }))
  .map(([beginning, parameters]) => `?${beginning}${parameters.join('&')}`);

const SEGMENTS = fc.constantFrom(...odd.ROUTES).chain((template) => {
  const places = template.map((segment) => {
    if (!segment.startsWith('{')) return fc.constant(segment);
    return fc.oneof({ weight: 1, arbitrary: fc.constant(segment.slice(1, -1)) }, { weight: 2, arbitrary: ODD_VALUE });
  });
  return fc.tuple(...places);
});
const ODDITIES = fc.constantFrom(...odd.ODDITIES);
const PATH = fc.oneof(
  { weight: 6, arbitrary: SEGMENTS.map((segments) => `/${segments.join('/')}`) },
  { weight: 1, arbitrary: fc.tuple(SEGMENTS, ODDITIES).map(([segments, oddity]) => `/${segments.join('/')}${oddity}`) },
  { weight: 1, arbitrary: SEGMENTS.map((segments) => `/${segments.join('/')}`.replace(/[a-z]/g, upperCase)) },
  { weight: 1, arbitrary: SEGMENTS.map((segments) => `http://elsewhere.example.org/${segments.join('/')}`) },
);

const HEADER = fc.oneof(
  named('Accept', [...odd.ODD_ACCEPTS, ...odd.EXCLUDING_ACCEPTS]),
  named('Authorization', odd.ODD_TOKENS),
  named('Origin', odd.ODD_ORIGINS),
  named('If-None-Match', odd.ODD_TAGS),
  named('Accept-Encoding', odd.ODD_ENCODINGS),
  named('User-Agent', ['rdp/1.5.10', 'Java/17', '', '\u00ff']),
  named('Access-Control-Request-Method', ['GET', 'DELETE', '']),
  named('Range', ['bytes=0-1', 'bytes=-']),
  named('X-HTTP-Method-Override', ['DELETE']),
  named('Cookie', ['JSESSIONID=x', ';;=']),
  named('Upgrade', ['websocket']),
);
const METHODS = fc.oneof(
  { weight: 3, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND') },
);

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

function named(name: string, values: readonly string[]) {
  return fc.constantFrom(...values).map((value): [string, string] => [name, value]);
}

/** A method, an address and headers. */
export const ODD_REQUEST: fc.Arbitrary<OddRequest> = fc
  .tuple(METHODS, PATH, fc.oneof(fc.constant(''), QUERY, QUERY), fc.array(HEADER, { maxLength: 3 }))
  .map(([method, path, query, headers]) => ({ method, path: path + query, headers }));
