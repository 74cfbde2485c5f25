/** The administrators' page: the frame that the server sends, and what its modules decide before they show anything. */

import { describe, expect, test } from 'vitest';
import { ORIGIN_STATES } from '../../src/domain/federation/origin.ts';
import { adminPage } from '../../src/pages/admin/admin-page.ts';
import { lookUpPaths } from '../../src/pages/browser/admin/look-up.ts';
import { toDoOf } from '../../src/pages/browser/admin/to-do.ts';
import { expiry } from '../../src/pages/browser/admin/tokens.ts';
import { html } from '../../src/pages/parts/html.ts';
import { en } from '../../src/pages/words/en.ts';
import { LANGUAGES } from '../../src/pages/words/languages.ts';
import { elementsOf, readHtml } from '../support/server/read-html.ts';
import { viewIn } from './parts/example-records.ts';

const ORIGINS = [
  { key: 'local', name: 'ExR' },
  { key: 'b', name: 'B & <C>' },
];

test.each(LANGUAGES)('the frame is whole in $language, and none of its forms writes into an address', (words) => {
  const page = readHtml(
    adminPage(viewIn(words), { origins: ORIGINS, names: { taxa: {}, organs: {} }, script: undefined }),
  );
  expect(page.mistakes).toEqual([]);
  expect(elementsOf(page, 'form').map(({ attributes }) => attributes.get('method'))).toEqual(Array(5).fill('post'));
  const options = elementsOf(page, 'option').map(({ attributes, text }) => [attributes.get('value'), text]);
  const partners = [
    ['local', `ExR (${words.thisRegistry})`],
    ['b', 'B & <C>'],
  ];
  const states = ORIGIN_STATES.map((state) => [state, words.states[state]]);
  const { anyRegistry, anyState } = words.auditLog;
  expect(options).toEqual([['', anyRegistry], ...partners, ['', anyState], ...states, ...partners]);
});

describe('a researcher is looked up', () => {
  const id = '5bdda6c1-1813-4c98-b59a-63bd552c363c';
  const byAnonymousId = [`/users/by-anonymous-id/${id}`, `/genes/by-anonymous-id/${id}`];
  test.each([
    ['28', ['/users/28']],
    [' 28 ', ['/users/28']],
    [id, byAnonymousId],
    [`https://b.example.org/search/gene/by-anonymous-id/${id}/request-access?origin=b`, byAnonymousId],
    ['', []],
    ['-1', []],
    ['../stats', []],
    ['Lovelace', []],
  ])('of %j at %j', (text, paths) => {
    expect(lookUpPaths(text)).toEqual(paths);
  });
});

describe('a token', () => {
  const now = Date.parse('2026-08-22T12:00:00.000Z');
  test.each([
    ['2026-08-22T11:59:59.000Z', 'expired'],
    ['2026-08-23T11:00:00.000Z', 'within a day'],
    ['2026-08-24T11:00:00.000Z', 'in 1 day'],
    ['2026-09-21T13:00:00.000Z', 'in 30 days'],
    ['2026-09-22T13:00:00.000Z', undefined],
  ])('that ends at %s is marked: %s', (expiresAt, mark) => {
    const shown = readHtml(html`${expiry(expiresAt, now, en)}`.html);
    expect(elementsOf(shown, 'strong')[0]?.text).toBe(mark);
    expect(elementsOf(shown, 'time')[0]?.attributes.get('datetime')).toBe(expiresAt);
  });
});

describe('what needs action', () => {
  const now = Date.parse('2026-03-01T00:00:00Z');
  const partner = (name: string, state: string, details: object = {}) => ({ key: name, name, state, details });
  const toDo = (overview: { partners?: object[]; states?: string[]; ends?: string[] }) => {
    const requests = (overview.states ?? []).map((state, id) => ({ id, state }));
    const tokens = (overview.ends ?? []).map((expiresAt, id) => ({ id, expiresAt }));
    const { partners = [] } = overview;
    const whole = { partners, accessRequests: { requests, total: requests.length }, tokens };
    return toDoOf(whole as never, now, en).map(({ section, text }) => `${section}: ${text}`);
  };

  test('is who waits, then what gives no answers, then what is about to end, each where it is done', () => {
    expect(
      toDo({
        partners: [
          partner('A', 'well'),
          partner('B', 'failing'),
          partner('C', 'resting'),
          partner('D', 'well', { tokenState: 'refused' }),
          partner('E', 'resting', { isThisRegistry: true }),
        ],
        states: ['received', 'forwarded', 'answered', 'declined'],
        ends: ['2026-03-02T00:00:00Z', '2026-02-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      }),
    ).toEqual([
      'requests-title: 2 requests for access wait for you',
      'partners-title: Questions fail at: B and C',
      'partners-title: Our token is refused by D',
      'partners-title: Remove from the configuration, because it is this registry itself: E',
      'tokens-title: 1 token ends within 30 days',
    ]);
  });

  test('is nothing where all is well', () => {
    expect(toDo({ partners: [partner('A', 'well'), partner('B', 'unknown')], states: ['answered'] })).toEqual([]);
  });
});
