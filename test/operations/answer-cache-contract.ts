/** What holds for kept answers wherever they are kept: in the memory of one instance, or where several have them in common. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../src/domain/federation/reasons.ts';
import type { Cached, FreshnessOptions } from '../../src/federation/partner/answer-cache.ts';
import { answerWith, type PartnerAnswer } from '../../src/federation/partner/partner-query.ts';

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const START = Date.parse('2026-03-01T10:00:00Z');

export type CacheSomewhere = {
  /** What time it is everywhere. */
  clock: { at: number };
  /** Resolves when it is kept. */
  set(key: string, answer: PartnerAnswer, holdsAnonymised: boolean): Promise<void>;
  fresh(key: string): Promise<Cached<PartnerAnswer> | undefined>;
  stale(key: string): Promise<Cached<PartnerAnswer> | undefined>;
};

/** @param open gives a cache with nothing in it */
export function answerCacheContract(
  where: string,
  open: (limits?: Partial<FreshnessOptions>) => Promise<CacheSomewhere>,
): void {
  describe(`an answer ${where}`, () => {
    test('is given again as it was while it is fresh, with the time when it was kept', async () => {
      const { set, fresh, clock } = await open();
      expect(await fresh('q')).toBeUndefined();
      await set('q', WHOLE, false);
      expect(await fresh('another')).toBeUndefined();
      clock.at += 2 * MINUTE - 1;
      expect(await fresh('q')).toEqual({ answer: WHOLE, cachedAtMs: START, holdsAnonymised: false });
      clock.at += 1;
      expect(await fresh('q')).toBeUndefined();
    });

    test('may be shown as stale for a day', async () => {
      const { set, stale, clock } = await open();
      await set('q', said('yes'), false);
      expect((await stale('q'))?.answer.version).toBe('yes');
      clock.at += 24 * HOUR - 1;
      expect((await stale('q'))?.answer.version).toBe('yes');
      clock.at += 1;
      expect(await stale('q')).toBeUndefined();
    });

    test('is replaced by a newer one', async () => {
      const { set, fresh, clock } = await open();
      await set('q', said('old'), false);
      clock.at += 150 * SECOND;
      await set('q', said('new'), false);
      clock.at += 90 * SECOND;
      expect(await fresh('q')).toMatchObject({ answer: { version: 'new' }, cachedAtMs: START + 150 * SECOND });
    });

    test('does not last longer because a clock was set back', async () => {
      const { set, fresh, stale, clock } = await open();
      await set('q', said('yes'), true);
      clock.at -= HOUR;
      expect(await fresh('q')).toBeUndefined();
      expect(await stale('q')).toBeUndefined();
    });

    test('with anonymised records is fresh for five minutes at most, however long others are', async () => {
      const { set, fresh, clock } = await open({ freshSeconds: 3600 });
      await set('hidden', said('yes'), true);
      await set('named', said('yes'), false);
      clock.at += 5 * MINUTE - 1;
      expect((await fresh('hidden'))?.holdsAnonymised).toBe(true);
      clock.at += 1;
      expect(await fresh('hidden')).toBeUndefined();
      expect((await fresh('named'))?.answer.version).toBe('yes');
    });

    test('with anonymised records is fresh no longer than others', async () => {
      const { set, fresh, clock } = await open();
      await set('hidden', said('yes'), true);
      clock.at += 2 * MINUTE;
      expect(await fresh('hidden')).toBeUndefined();
    });

    test('with anonymised records may be shown as stale for half an hour', async () => {
      const { set, stale, clock } = await open();
      await set('hidden', said('yes'), true);
      clock.at += 30 * MINUTE - 1;
      expect((await stale('hidden'))?.answer.version).toBe('yes');
      clock.at += 1;
      expect(await stale('hidden')).toBeUndefined();
    });

    test('that was replaced takes nothing with it when its own time is over', async () => {
      const { set, stale, clock } = await open();
      await set('q', said('hidden'), true);
      clock.at += 20 * MINUTE;
      await set('q', said('named'), false);
      clock.at += 20 * MINUTE;
      expect((await stale('q'))?.answer.version).toBe('named');
    });
  });
}

/** Everything that an answer can have. */
const WHOLE: PartnerAnswer = answerWith(
  [
    {
      ...{ json: '{"name":"Ada Ångström"}', row: '{"n":1}', isAnonymised: false, geneId: 672, taxonId: 9606 },
      order: undefined,
    },
  ],
  {
    ...{
      total: 7,
      limits: [reason('unreadable-records', { records: 1 })],
      askedAs: ['BRCC1'],
      dropped: 2,
      version: '1.5.10',
    },
    retrievedAt: new Date('2026-03-01T09:59:59Z'),
  },
);

function said(version: string): PartnerAnswer {
  return answerWith([], { version });
}
