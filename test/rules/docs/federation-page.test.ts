/** docs/federation.md against the code that it explains, and against the running demonstration network. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configKeys } from '../../../src/config/config-keys.ts';
import { hasAnswered, isComplete, isFull } from '../../../src/domain/federation/completeness.ts';
import { ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { MOST_RECORDS } from '../../../src/domain/sanitize/records.ts';
import { type Dialect, dialectFor } from '../../../src/federation/dialect/dialect.ts';
import { MOST_BODY_BYTES } from '../../../src/federation/dialect/reply.ts';
import { circuitBreaker } from '../../../src/federation/partner/circuit-breaker.ts';
import type { FailureKind } from '../../../src/federation/partner/failure-class.ts';
import { LATE_ANSWER_MS } from '../../../src/federation/partner/times.ts';
import { schemas } from '../../server/routes/federated-openapi-reader.ts';
import { type DocumentedNetwork, startDocumentedNetwork } from '../../support/docs/documented-network.ts';
import { codesIn, fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { load } from '../../support/registry/load-config.ts';

const page = read('docs/federation.md');
const text = page.replace(/\s+/g, ' ');
const fences = fencesOf(page);

type Properties = Record<string, { enum?: string[]; anyOf?: { properties?: object }[]; properties?: object }>;

/** The rows of the one table under a heading whose first column has this title. */
function rowsOf(under: string, column: string): readonly (readonly string[])[] {
  const found = tablesOf(page).filter((table) => table.under === under && table.header[0] === column);
  expect(found).toHaveLength(1);
  return found[0]?.rows ?? [];
}

function firstCodes(rows: readonly (readonly string[])[]): string[] {
  return rows.flatMap(([cell = '']) => codesIn(cell));
}

function propertiesOf(name: string): Properties {
  return schemas[name]?.properties as Properties;
}

describe('the table of states', () => {
  const rows = rowsOf('Reading the answer', 'State');

  test('has every state there is, and says which of them answer, and which say everything', () => {
    const expected = ORIGIN_STATES.map((state) => [
      `\`${state}\``,
      hasAnswered(state) ? 'yes' : 'no',
      isFull(state) ? 'yes' : isComplete([{ state: 'answered' }, { state }]) ? 'by choice' : 'no',
    ]);
    expect(rows.map(([state, , answered, complete]) => [state, answered, complete])).toEqual(expected);
  });

  test('says what each of them means', () => {
    expect(rows.filter(([, means]) => !means)).toEqual([]);
  });
});

test('the tables of filters, of the cache and of partners have every word of the OpenAPI document', () => {
  expect(firstCodes(rowsOf('Filters', '`applied`'))).toEqual(propertiesOf('AskedFilter').applied?.enum);
  expect(firstCodes(rowsOf('Cached answers', '`cache`'))).toEqual(propertiesOf('CacheFact').status?.enum);
  const { details: _, ...members } = propertiesOf('Partner');
  const named = firstCodes(rowsOf('See how it fares', 'Member'));
  expect(named).toEqual([...Object.keys(members), 'details', ...Object.keys(propertiesOf('PartnerDetails'))]);
  const [, meaning = ''] = rowsOf('See how it fares', 'Member').find(([cell]) => cell === '`state`') ?? [];
  expect(codesIn(meaning).toSorted()).toEqual(members.state?.enum?.toSorted());
});

describe('the table of versions', () => {
  const dialects = ['1.5.10', '1.4.11', '1.3.4', undefined].map(dialectFor);
  const words: Record<string, string> = {
    researcherPositions: 'positions',
    researcherCategories: 'categories',
    organUberonIds: 'organs',
    ontologyTermIds: 'terms',
  };
  const asked = (kind: Parameters<Dialect['answers']['has']>[0]) => (dialect: Dialect) =>
    dialect.answers.has(kind) ? (dialect.name === 'oldest' ? 'tried' : 'yes') : 'no';
  const CELLS: Record<string, (dialect: Dialect) => string> = {
    'Filters that it applies': ({ applies, name }) =>
      [...applies].map((filter) => words[filter]).join(', ') || (name === 'oldest' ? 'none for certain' : 'none'),
    'Orthologs in all organisms': ({ everyTaxonId }) =>
      everyTaxonId === undefined ? 'no `orthologTaxonId`' : `\`orthologTaxonId=${everyTaxonId}\``,
    'Both tiers': ({ tiers }) => (tiers === 'one-call' ? 'in one request' : 'a request each'),
    'Name and description together': ({ combinesNameAndDescription }) =>
      combinesNameAndDescription ? 'in one request' : 'a request each, joined by id',
    Listings: asked('users-list'),
    'Researchers by anonymous id': asked('anonymous-user'),
    'Genes by anonymous id': asked('anonymous-gene'),
    'Ontology terms': asked('terms'),
    'Our token travels': ({ tokenIn }) => (tokenIn === 'header' ? 'in the header' : 'in the address'),
  };

  test('says how each version is asked', () => {
    const expected = Object.entries(CELLS).map(([label, cellOf]) => [label, ...dialects.map(cellOf)]);
    expect(rowsOf('Filters', '')).toEqual(expected);
  });
});

describe('the table of circuit breakers', () => {
  const KINDS: FailureKind[] = ['failure', 'time-out', 'too-many', 'switched-off', 'bad-certificate'];
  const openings = rowsOf('Circuit breaker', 'What happened').map(([, begins = '', lasts = '']) => ({ begins, lasts }));

  /** For how many seconds it opens so many times in a row, and after how many failures first. */
  function openingsOf(kind: FailureKind, times: number, retryAfterSeconds?: number) {
    let nowMs = 0;
    const partner = circuitBreaker({ clock: oneClock(() => nowMs), random: () => 0.5 });
    const seconds: number[] = [];
    let failures = 0;
    while (seconds.length < times) {
      const permit = partner.decide();
      if (permit.may === 'wait')
        throw new Error(`It is open after ${failures} failures, until ${permit.until.toISOString()}.`);
      partner.failed(permit, kind, reason('failed'), retryAfterSeconds);
      if (seconds.length === 0) failures++;
      const until = partner.state().openUntil?.getTime();
      if (until === undefined) continue;
      seconds.push((until - nowMs) / 1000);
      nowMs = until;
    }
    return { failures, seconds };
  }

  test('has a row for every kind of failure', () => {
    expect(openings).toHaveLength(KINDS.length);
  });

  test.each(
    KINDS.map((kind, index) => ({ kind, begins: openings[index]?.begins, lasts: openings[index]?.lasts ?? '' })),
  )('says after how many failures and for how long, of $kind', ({ kind, begins, lasts }) => {
    const { failures, seconds } = openingsOf(kind, 100);
    expect(begins).toBe(failures === 1 ? 'at once' : `after ${failures} failures in a row`);
    const [first, second, third] = seconds;
    if (first !== second) expect(lasts).toContain(`${first} s, then ${second} s, ${third} s`);
    expect(lasts).toContain(`${(seconds.at(-1) ?? 0) / 60} min`);
    const [asItSays] = openingsOf(kind, 1, 7).seconds;
    expect(lasts.includes('as long as it says, an hour at most')).toBe(asItSays === 7);
    if (asItSays === 7) expect(openingsOf(kind, 1, 1_000_000).seconds).toEqual([3600]);
  });
});

describe('numbers', () => {
  const defaults = new Map(configKeys.map(({ name, defaultValue }) => [name, defaultValue]));

  test('of settings are their defaults', () => {
    const rows = tablesOf(page)
      .filter(({ header }) => header[0] === 'Setting')
      .flatMap((table) => table.rows);
    expect(rows).toHaveLength(5);
    const documented = rows.map(([setting = '', value = '']) => [codesIn(setting)[0], Number(/\d+/.exec(value)?.[0])]);
    expect(documented).toEqual(
      rows.map(([setting = '']) => [codesIn(setting)[0], defaults.get(codesIn(setting)[0] ?? '')]),
    );
    for (const name of ['cache.answers-fresh-seconds', 'cache.answers-stale-hours']) {
      expect(text).toContain(`\`${name}\` (${defaults.get(name)})`);
    }
  });

  test('of what is read of an answer, and for how long, are those of the code', () => {
    expect(text).toContain(`Of one answer, ${MOST_BODY_BYTES / 1024 ** 2} MB and ${MOST_RECORDS} records are read`);
    expect(text).toContain(`goes on for ${LATE_ANSWER_MS / 1000} seconds`);
  });

  test.each([
    ['again every ten minutes', 'federation', /VERSION_REFRESH_MS = 600_000;/],
    ['100 pieces at most', 'rdp/split-listing', /MOST_PIECES = 100;/],
    ['for ten minutes administrators get what the public gets', 'stages/authorise', /TOKEN_SUSPENDED_MS = 600_000;/],
    ['again for 5 minutes at most', 'partner/answer-cache', /ANONYMISED_FRESH_SECONDS = 300;/],
    ['as `stale` for 30 at most', 'partner/answer-cache', /ANONYMISED_STALE_SECONDS = 1800;/],
    ['last 100 questions', 'partner/partner-history', /REMEMBERED = 100;/],
  ])('%j is that of the code', (words, file, constant) => {
    expect(text).toContain(words);
    expect(read(`src/federation/${file}.ts`)).toMatch(constant);
  });

  test('of other names is that of the code', () => {
    expect(text).toContain('four other names at most');
    expect(read('src/domain/query/gene-names.ts')).toMatch(/MOST_OTHER_NAMES = 4;/);
  });
});

test('the entries shown are accepted', () => {
  const [yaml = ''] = fences.filter(({ language }) => language === 'yaml').map((fence) => fence.text);
  const { partners } = load({ yaml }).app.settings.isearch;
  expect(partners.map(({ key, token }) => [key, token !== undefined])).toEqual([
    ['b.example.org', true],
    ['c.example.org', false],
    ['d', true],
  ]);
});

describe('the demonstration network', () => {
  const examples = fences.flatMap(({ language, text: command }, index) => {
    const answer = fences[index + 1];
    return language === 'sh'
      ? [{ command: command.trim(), answer: answer?.language === 'json' ? answer : undefined }]
      : [];
  });
  let demo: DocumentedNetwork;
  beforeAll(async () => {
    demo = await startDocumentedNetwork();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  // One after the other, as they stand: what comes later builds on what came before.
  test.each(examples)('answers $command as shown', async ({ command, answer }) => {
    if (answer === undefined) expect((await demo.curl(command)).status).toBe(200);
    else await demo.expectAnswer(command, answer);
  });

  test('is asked many things', () => {
    expect(examples.length).toBeGreaterThan(5);
  });
});
