/** What the rows of the protocol say of registries as they were recorded, of our own, and of some that lie. */

import { describe, expect } from 'vitest';
import { type Behaviour, json, type Script } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { checkPartner } from '../../../src/federation/probe/check-partner.ts';
import { PROTOCOL_ROWS } from '../../../src/federation/probe/protocol-rows.ts';
import type { ProbeRow } from '../../../src/federation/probe/report.ts';
import { read } from '../../support/docs/read-markdown.ts';
import { test } from '../../support/worlds.ts';
import { type Recording, recordedAnswers } from '../dialect/recorded-questions.ts';

const CHECKS = PROTOCOL_ROWS.map(({ check }) => check);

/** By its check, what was found in each protocol row. */
async function rowsAt(url: string) {
  const times = { connectTimeoutMs: 5000, readTimeoutMs: 8000, timeoutMs: 15_000, maxConcurrency: 1 };
  const { steps } = await checkPartner(
    { key: 'north', name: 'North', type: 'rdp', url, query: '', token: undefined, ...times },
    { ownUrls: [], pauseMs: 0 },
  );
  const names: readonly string[] = CHECKS;
  return steps.filter(({ check }) => names.includes(check));
}

/** A registry that answers as it was recorded to. */
async function startRecorded(recording: Recording) {
  const answers = new Map(
    recordedAnswers(recording)
      .filter(({ who }) => who === 'anonymous' || who === 'wrong token in the header')
      .map((one) => [`${one.who} ${one.path}`, one]),
  );
  const recorded: Behaviour = ({ request: { path, headers }, response }) => {
    const who = headers.authorization === undefined ? 'anonymous' : 'wrong token in the header';
    const answer = answers.get(`${who} ${path}`);
    if (answer === undefined) return void response.writeHead(404).end();
    const { status, contentType, body } = answer;
    response.writeHead(status, contentType === null ? {} : { 'Content-Type': contentType }).end(body);
  };
  return startScriptedPartner({ '/api': recorded, '*': recorded });
}

const stepsOf = (rows: readonly ProbeRow[], result: ProbeRow['result']) =>
  rows.filter((row) => row.result === result).map(({ check, quirk }) => (quirk === null ? check : `${check} ${quirk}`));

describe('a recorded registry has exactly the documented quirks, and breaks nothing else:', () => {
  test.each<[Recording, string[], string[]]>([
    ['1.3.4', [], []],
    ['1.4.11', ['two-genes-of-one-symbol 9', 'singular-filters 8', 'anonymous-id 2'], []],
    [
      '1.5.10',
      ['two-genes-of-one-symbol 9', 'one-person-twice 7', 'singular-filters 8', 'private-genes 5', 'anonymous-id 2'],
      [],
    ],
    ['1.5.10-plain', ['two-genes-of-one-symbol 9', 'singular-filters 8', 'private-genes 5', 'anonymous-id 2'], []],
  ])('%s', async (recording, quirks, broken) => {
    await using registry = await startRecorded(recording);
    const rows = await rowsAt(registry.url);
    expect(rows.map(({ check }) => check)).toEqual(CHECKS);
    expect({ quirks: stepsOf(rows, 'remark'), broken: stepsOf(rows, 'wrong') }).toEqual({ quirks, broken });
    expect(registry.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(registry.requests.length).toBeLessThan(45);
  });
});

test('our own registry keeps every row, and has no quirk of them', async ({ anonymisingAlpha: registry }) => {
  const rows = await rowsAt(registry.url);
  expect({
    quirks: stepsOf(rows, 'remark'),
    broken: stepsOf(rows, 'wrong'),
    unknown: stepsOf(rows, 'not-asked'),
  }).toEqual({
    quirks: [],
    broken: [],
    // Those without a name are behind all others in its listings.
    unknown: ['anonymous-id'],
  });
});

test('a record that is longer than what is read as one text leads to its anonymous id all the same', async () => {
  const anonymousId = '11111111-0000-4000-8000-000000000000';
  await using registry = await startScriptedPartner({
    '/api/users': json({ content: [{ anonymousId }], number: 0, size: 20, totalElements: 1 }),
    [`/api/users/by-anonymous-id/${anonymousId}`]: json({
      anonymousId,
      userGenes: { 1: { name: 'x'.repeat(300_000) } },
    }),
  });
  const rows = await rowsAt(registry.url);
  expect(rows.find(({ check }) => check === 'anonymous-id')?.found).toBe('leads to the record');
});

describe('a registry that lies is found out:', () => {
  const person = (id: number) => ({ id, name: 'A', lastName: `B${id}`, researcherPosition: null });
  const listing = (totals: [number, number], pages: [number[], number[]]): Script => ({
    '/api/users': (call) => {
      const number = Number(call.request.params.get('page') ?? 0);
      const content = (pages[number] ?? []).map(person);
      return json({ content, number, size: 20, totalElements: totals[number] })(call);
    },
  });
  const twenty = Array.from({ length: 20 }, (_, at) => at + 1);

  test.each<[string, ProbeRow['check'], Script, string]>([
    ['filters that are ignored', 'filters', { '/api/users/search': json([person(1)]) }, 'are ignored'],
    ['ids on two pages', 'listing-pages', listing([40, 40], [twenty, twenty]), 'the same people are on both'],
    [
      'pages that are capped',
      'listing-pages',
      listing(
        [40, 40],
        [
          [1, 2],
          [3, 4],
        ],
      ),
      'fewer records than its size',
    ],
    [
      'a total that is too small',
      'listing-pages',
      listing([3, 3], [twenty, [21]]),
      'smaller than their number of records',
    ],
    ['totals that differ', 'listing-pages', listing([40, 41], [twenty, [21]]), 'different totals'],
    ['a third tier', 'third-tier', { '/api/genes/search': json([{}]) }, '1 record of the third tier is found'],
    ['an unknown token that is taken', 'unknown-token', { '/api/users': json({ content: [] }) }, '200 instead of 401'],
  ])('%s', async (_what, check, script, found) => {
    await using partner = await startScriptedPartner(script);
    const row = (await rowsAt(partner.url)).find((one) => one.check === check);
    expect(row).toMatchObject({ result: 'wrong', found: expect.stringContaining(found) });
  });
});

test('every row names an anchor that docs/rdp-protocol has', () => {
  for (const { anchor } of PROTOCOL_ROWS) {
    const [page = '', id = ''] = anchor.split('#');
    expect(read(`docs/rdp-protocol/${page}`), anchor).toContain(`<a id="${id}"></a>`);
  }
});
