/** Puts every recorded question to a registry of ours, over the recorded data that came to it by whatever way. */

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import {
  expectNarrowedAnswer,
  expectPageOfListing,
  expectSameAnswer,
  expectSameRecords,
  hasAnonymised,
  type Ours,
  type RecordedCase,
  recordedCases,
} from './recorded-cases.ts';
import { asWholeListing, inThePlural, inThreeCategories, rightlyRecordedAs } from './stated-differences.ts';

/** What the registry was set to while its answers were recorded. */
const SETTINGS = {
  APP_SITE_SHORTNAME: 'AlphaNet',
  APP_SITE_HOST: 'https://alpha.example.org',
  APP_SITE_MAINSITE: 'http://main.example.org',
  APP_SETTINGS_ISEARCH_ENABLED: 'true',
  APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'remote-token-alpha',
  APP_SETTINGS_ISEARCH_USER_ID: '1',
};

const RECORDINGS = [
  { name: 'alpha-off', snapshot: 'alpha', anonymises: 'false', cases: 794 },
  { name: 'alpha-on', snapshot: 'alpha', anonymises: 'true', cases: 876 },
  { name: 'alpha-plain-off', snapshot: 'alpha-plain', anonymises: 'false', cases: 297 },
  { name: 'alpha-plain-on', snapshot: 'alpha-plain', anonymises: 'true', cases: 284 },
] as const;

/** The data of a recording: the path of a snapshot, or of a database file that holds them already. */
export type RecordedData = { snapshot: string } | { databaseFile: string };

type Cases = readonly RecordedCase[];

/** Describes all recordings. `dataOf` answers the data of the snapshot of this name, `chosen` the cases that are asked. */
export function describeRecordings(
  dataOf: (snapshot: string) => Promise<RecordedData>,
  chosen = (cases: Cases): Cases => cases,
): void {
  describe.each(RECORDINGS)('$name', ({ name, snapshot, anonymises, cases }) => {
    const recorded = recordedCases(name);
    let registry: TestRegistry;
    beforeAll(async () => {
      const data = await dataOf(snapshot);
      const file = 'databaseFile' in data ? { DATABASE_FILE: data.databaseFile, DATABASE_INITIAL_SNAPSHOT: '' } : {};
      registry = await startTestRegistry({
        snapshot: 'snapshot' in data ? data.snapshot : '',
        settings: { ...SETTINGS, ...file, APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: anonymises },
      });
    });
    afterAll(() => registry[Symbol.asyncDispose]());

    test(`holds ${cases} cases`, () => {
      expect(recorded).toHaveLength(cases);
    });

    test.each(chosen(recorded))('$id $caller $method $path', (recordedCase) =>
      expectAnswerAsRecorded(registry.url, recordedCase, recorded),
    );
  });
}

async function expectAnswerAsRecorded(
  url: string,
  recordedCase: RecordedCase,
  recorded: readonly RecordedCase[],
): Promise<void> {
  const ours = await ask(url, recordedCase);
  const plural = inThePlural(recordedCase);
  if (plural !== undefined) {
    const inPlural = await ask(url, { ...recordedCase, path: plural });
    expectNarrowedAnswer(ours, inPlural, recordedCase);
    return;
  }
  const threeCategories = inThreeCategories(recordedCase);
  if (threeCategories !== undefined) {
    const inThree = await ask(url, { ...recordedCase, path: threeCategories });
    expectSameRecords(ours, inThree);
    return;
  }
  const listing = asWholeListing(recordedCase);
  const whole = listing === undefined ? undefined : await ask(url, { ...recordedCase, path: listing });
  if (whole !== undefined && hasAnonymised(whole)) {
    expectPageOfListing(ours, whole, recordedCase);
    return;
  }
  const right = rightlyRecordedAs(recordedCase);
  const answer = recorded.find(({ id }) => id === right)?.answer ?? recordedCase.answer;
  expectSameAnswer(ours, { ...recordedCase, answer });
}

/** Asks as it was asked then. Not with fetch, which would tidy the path and forbid some headers. */
function ask(url: string, { method, path, headers, caller }: RecordedCase): Promise<Ours> {
  const credentials = caller === 'anonymous' ? {} : { Authorization: `Bearer ${caller}-token-alpha` };
  const { promise, resolve, reject } = Promise.withResolvers<Ours>();
  const outgoing = request(`${url}`, { method, path, headers: { ...credentials, ...headers } }, async (incoming) => {
    const chunks: Buffer[] = await incoming.toArray();
    resolve({
      status: incoming.statusCode ?? 0,
      contentType: incoming.headers['content-type'] ?? null,
      headers: new Headers(incoming.headersDistinct as unknown as Record<string, string>),
      text: Buffer.concat(chunks).toString(),
    });
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}
