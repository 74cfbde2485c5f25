/** One search on the page from its first line to its last: what is painted, what is said aloud, and who is asked again. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnswerLine, FederatedGene, Origin } from '../../../../src/client/answers.ts';
import { ClientError } from '../../../../src/client/fetch-json.ts';
import { geneRecord } from '../../../../src/demo/mock-people.ts';
import { offersOf } from '../../../../src/pages/browser/results/arrivals.ts';
import { type Run, type ShownSearch, startRun } from '../../../../src/pages/browser/results/run.ts';
import type { AnsweredRecord } from '../../../../src/pages/people/found-record.ts';
import { en } from '../../../../src/pages/words/en.ts';

type Line = AnswerLine<AnsweredRecord>;
const KEYS = ['local', 'fly', 'pampa'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('answers that come together are shown together, later ones are offered, and each is said once', async () => {
  const search = begin();
  await search.send(plan(), part('local', 2));
  expect(search.last().shown).toHaveLength(0);
  await search.send(part('fly', 1));
  await vi.advanceTimersByTimeAsync(50);
  expect(search.last().shown).toHaveLength(3);
  await search.send(part('pampa', 4));
  expect(search.last().shown).toHaveLength(3);
  expect(offersOf(search.last())).toEqual([{ key: 'pampa', origin: 'PAMPA', count: 4 }]);
  await search.send(end());
  expect(search.said).toEqual([
    '3 people so far',
    'PAMPA answered: 4 more people can be shown.',
    'PAMPA answered: 4 more people can be shown. 7 people. All 3 registries answered.',
  ]);
  search.run.show();
  expect(search.last().shown).toHaveLength(7);
});

test('people of one name in two registries are counted as so many to so many people', async () => {
  const search = begin();
  await search.send(plan(), part('local', 2, 'ada'), part('fly', 1, 'ada'), part('pampa', 0));
  await search.send(end());
  expect(search.said.at(-1)).toBe('2 to 3 people. All 3 registries answered.');
});

test('an answer that breaks off is not taken for a whole one', async () => {
  const search = begin();
  await search.send(plan(), part('local', 2));
  await search.breakOff(new ClientError({ status: undefined, code: 'cut', detail: 'The answer was cut.' }));
  expect(search.failed).toEqual([en.connectionLost]);
  expect(search.said).toEqual(['2 people so far', en.connectionLost]);
  expect(search.last()).toMatchObject({ isEnded: false });
  expect(search.last().shown).toHaveLength(2);
});

test('an answer that broke off is whole when the reader has asked the missing registries again', async () => {
  const search = begin();
  await search.send(plan(), part('local', 2));
  await search.breakOff(new ClientError({ status: undefined, code: 'cut', detail: 'The answer was cut.' }));
  expect(search.last()).toMatchObject({ isEnded: false, isBroken: true });
  for (const key of ['fly', 'pampa']) {
    expect(search.last().isEnded).toBe(false);
    const again = search.run.askAgain(key);
    await search.send(part(key, 1), end());
    await again;
  }
  expect(search.last().isEnded).toBe(true);
  expect(search.last().shown).toHaveLength(4);
});

test('what else was found out is said with the end, before or after it, and where the answer breaks off', async () => {
  const search = begin();
  search.run.appendAnnouncement('Fly does not know it.');
  await search.send(plan(), part('local', 2), part('fly', 1), part('pampa', 0));
  expect(search.said.join()).not.toContain('Fly');
  await search.send(end());
  expect(search.said.at(-1)).toBe('3 people. All 3 registries answered. Fly does not know it.');
  search.run.appendAnnouncement('Pampa did not tell.');
  expect(search.said.at(-1)).toMatch(/^3 people\. .* Pampa did not tell\.$/);

  const broken = begin();
  broken.run.appendAnnouncement('Fly does not know it.');
  await broken.send(plan());
  await broken.breakOff(new ClientError({ status: undefined, code: 'cut', detail: 'The answer was cut.' }));
  expect(broken.said).toEqual([`${en.connectionLost} Fly does not know it.`]);
});

test('asking again asks that registry alone, with the same question, for rows', async () => {
  const search = begin();
  await search.send(plan(), part('local', 1), part('fly', 1), part('pampa', 0), end());
  const again = search.run.askAgain('pampa');
  await search.send(part('pampa', 2), end());
  await again;
  expect(search.queries).toEqual([
    'symbol=BRCA1&taxonId=9606&fields=row',
    'symbol=BRCA1&taxonId=9606&origins=pampa&fields=row',
  ]);
  expect(search.last().shown).toHaveLength(4);
  expect(search.said.at(-1)).toBe('PAMPA answered.');
});

test('after its end nothing is painted any more', async () => {
  const search = begin();
  await search.send(plan(), part('local', 1));
  const before = search.painted.length;
  search.run.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(search.painted).toHaveLength(before);
  expect(search.failed).toEqual([]);
});

function begin() {
  const painted: ShownSearch[] = [];
  const said: string[] = [];
  const failed: string[] = [];
  const queries: string[] = [];
  let stream: { enqueue(line: Line): void; error(reason: unknown): void; close(): void } | undefined;
  const run: Run = startRun(
    { kind: 'genes', params: new URLSearchParams({ symbol: 'BRCA1', taxonId: '9606' }) },
    {
      distinct: { pairs: () => new Map() },
      ask: {
        json: () => Promise.reject(new Error('nothing is asked so')),
        linesOf: () => {
          throw new Error('nothing is asked so');
        },
        lines(_, params, { signal } = {}) {
          queries.push(String(params));
          return new ReadableStream<Line>({
            start(controller) {
              stream = controller;
              signal?.addEventListener('abort', () => controller.error(signal.reason));
            },
          }) as unknown as AsyncIterable<never>;
        },
      },
      words: en,
      placeOfTaxon: () => 1,
      isPlaced: () => false,
      paint: (arrivals) => void painted.push(arrivals),
      announce: (sentence) => void said.push(sentence),
      fail: (sentence) => void failed.push(sentence),
    },
  );
  return {
    ...{ run, painted, said, failed, queries },
    last: () => painted.at(-1) as ShownSearch,
    async send(...lines: Line[]) {
      for (const line of lines) {
        stream?.enqueue(line);
        if (line.type === 'end') stream?.close();
      }
      await vi.advanceTimersByTimeAsync(0);
    },
    async breakOff(reason: unknown) {
      stream?.error(reason);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

function plan(): Line {
  const origins = KEYS.map((key) => ({ key, origin: key.toUpperCase(), originUrl: `https://${key}.example.org` }));
  return { type: 'plan', query: {}, origins };
}

/** @param names what their last names begin with: nobody is of two registries unless these are the same */
function part(key: string, count: number, names = key): Line {
  const content = Array.from({ length: count }, (_, index) => {
    const record = geneRecord(index + 1);
    const remoteUser = { ...(record.remoteUser as object), lastName: `${names} ${index}`, origin: key.toUpperCase() };
    return { ...record, remoteUser } as unknown as FederatedGene;
  });
  return { type: 'part', origin: origin(key, count), content };
}

function end(): Line {
  return {
    type: 'end',
    complete: true,
    summary: '',
    remarks: [],
    origins: KEYS.map((key) => origin(key, counts[key])),
    cursor: null,
    retryCursor: null,
  };
}

const counts: Record<string, number> = { local: 2, fly: 1, pampa: 4 };

function origin(key: string, count = 0): Origin {
  return {
    ...{ key, origin: key.toUpperCase(), originUrl: `https://${key}.example.org`, version: '1.5.10' },
    ...{ state: 'answered', count, anonymized: 0, exact: true, elapsedMs: 5, retrievedAt: null },
    ...{ cache: { status: 'miss', ageSeconds: 0 }, filters: [], askedAs: [], dropped: 0, shortened: 0, problem: null },
  };
}
