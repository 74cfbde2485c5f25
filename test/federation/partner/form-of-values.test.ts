/** What instances keep for each other has one form: whoever changes it raises its number, or others read what they do not know. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { foundRecord, type PartnerRecordKind } from '../../../src/domain/sanitize/records.ts';
import { readVersion } from '../../../src/federation/dialect/dialect.ts';
import { writtenAnswer } from '../../../src/federation/partner/answer-cache.ts';
import type { Permit } from '../../../src/federation/partner/circuit-breaker.ts';
import { partnerBreakers } from '../../../src/federation/partner/partner-breakers.ts';
import { answerWith, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { publicViews } from '../../../src/federation/partner/public-views.ts';
import { versionDiscovery } from '../../../src/federation/partner/version-discovery.ts';
import { FORM_OF_VALUES, memoryState } from '../../../src/lib/shared-state.ts';
import {
  ANONYMOUS_ID,
  anonymisedUser,
  distrust,
  gene,
  stats,
  term,
  user,
} from '../../domain/sanitize/example-partner-records.ts';
import { EVERY_REASON } from '../../support/partners/every-reason.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

/**
 * What each form is named by its members, in order. Where this test fails the form has changed: raise `FORM_OF_VALUES`, and
 * add its name to the end. A name that stands here once never changes. Form 1 had records without `originKey` and `links`,
 * form 2 pages that did not say where they end, form 3 reasons as text, form 4 reasons that count characters,
 * form 7 pages that did not say whether they are the last ones, form 8 a reason for interim answers, form 9 openings in place of whole
 * circuit breakers.
 */
const FORMS = [
  'before names were kept',
  'CqnstoZOIidLcxT1',
  'KA2hChATpeNVMlc6',
  '_RlUSNSUfdQcVF1t',
  '0z0S3z8yVkH-MjT_',
  'Fpduv4_07c5u82tF',
  'UC_xgJ6SY1O5oAnU',
  'h50zq4ERRFX-Y04k',
  'ijdlxkv3mQLx7lep',
  'GJ3hmB_XKgczX38n',
  'jClwVLYyEikTy_Rb',
];

const RECORDS: readonly [PartnerRecordKind, Record<string, unknown>][] = [
  ['user', user()],
  ['user', anonymisedUser()],
  ['gene', gene()],
  ['gene', gene({ anonymousId: ANONYMOUS_ID, remoteUser: anonymisedUser() })],
  ['term', term()],
  ['stats', stats()],
];

/** An answer in which every member has a value. */
const ANSWER: Required<PartnerAnswer> = {
  ...answerWith(
    RECORDS.map(([kind, record]) => {
      const isAnonymised = 'anonymousId' in { ...(record.remoteUser as object), ...record };
      return foundRecord(kind, { record, isAnonymised }, distrust({ form: 'row' }));
    }),
    {},
  ),
  ...{
    total: 6,
    unread: 0,
    limits: [reason('failed')],
    dropped: 1,
    isLast: true,
    shortened: 1,
    version: '1.5.10',
    isWithoutToken: true,
    tokenRefusedWith: 403,
  },
  filters: [{ filter: 'organUberonIds', applied: 'applied-there' }],
  askedAs: ['BRCA1'],
  rows: { shown: [0], missing: [1], unreadable: [1], notGiven: [1], end: 2 },
  retrievedAt: new Date(0),
  failure: {
    ...{ about: 'no-reply', state: 'failed', reason: reason('failed'), error: 'connection_refused' },
    ...{ status: 500, retryAfterSeconds: 1 },
  },
  nextTryAt: new Date(0),
  cacheStatus: 'miss',
  cachedAtMs: 0,
  publicView: { name: 'view', askedAtMs: 0, minutes: 1 },
};

/** What copies publish of a partner that has failed, and whose version and public view are known. */
async function published(): Promise<string[]> {
  const texts: string[] = [];
  const clock = oneClock(() => 1);
  const publish = async (_: string, text: string) => void texts.push(text);
  const { circuitBreaker } = partnerBreakers({ clock, random: () => 0.5, publish: (text) => void texts.push(text) });
  circuitBreaker.failed(circuitBreaker.decide() as Permit, 'too-many', reason('failed'));
  const found = { status: 200, contentType: 'application/json', bytes: 2, isCut: false, retryAfterSeconds: undefined };
  const document = JSON.stringify({
    info: {
      version: '1.5.10',
      title: 'A RESTful API',
      contact: { email: 'a@example.org' },
      'x-access-requests': '/api/access-requests',
    },
    servers: [{ url: 'https://a.example.org' }],
  });
  const reply = { ...found, body: document, publicView: { name: 'view', minutes: 1 } };
  const discovery = versionDiscovery({
    ...{ call: async () => ({ reply }), marks: { hasArrived: async () => false }, readVersion, clock },
    ...{ refreshMs: 1, retryMs: 1, publish: (text) => void texts.push(text) },
  });
  discovery.refreshBehind();
  await discovery.settled();
  const state = { ...memoryState(() => 1).join(), publish };
  const views = publicViews({
    call: async () => ({ reply }),
    isOpen: () => false,
    state,
    key: 'view',
    clock: oneClock(() => 60_001),
  });
  await views.learnFor({ publicView: { name: 'view', askedAtMs: 1, minutes: 1 } });
  return texts;
}

/** Whoever does not know one of them, or finds other members beside it, has no words for it. */
const REASONS = EVERY_REASON.flatMap(({ code, params }) => [`reason ${code}`, ...pathsOf(params, `reason ${code}`)]);

/** Every way to a member, with the kind of its value; ids that are keys count as one, and texts of records are read. */
function pathsOf(value: unknown, way = ''): string[] {
  if (typeof value === 'string' && value.startsWith('{')) return pathsOf(JSON.parse(value), way);
  if (value === null || typeof value !== 'object') return [`${way} ${value === null ? 'null' : typeof value}`];
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${way}[]`));
  return Object.entries(value).flatMap(([key, member]) => pathsOf(member, `${way}.${/\d/.test(key) ? '*' : key}`));
}

test('another form of what is shared has another number', async () => {
  const kept = { answer: ANSWER, cachedAtMs: 0, holdsAnonymised: true };
  const clock = oneClock(() => 0);
  const written = pathsOf(JSON.parse(writtenAnswer(kept, clock)), 'answer');
  const texts = await published();
  expect(texts).toHaveLength(3);
  const shared = texts.flatMap((text) => pathsOf(JSON.parse(text), 'published'));
  const form = [...new Set([...written, ...shared, ...REASONS])];
  const name = createHash('sha256').update(form.toSorted().join('\n')).digest('base64url').slice(0, 16);
  expect(FORMS[FORM_OF_VALUES - 1]).toBe(name);
  expect(FORMS).toHaveLength(FORM_OF_VALUES);
});
