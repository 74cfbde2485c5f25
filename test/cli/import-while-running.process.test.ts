/** An import replaces the data of a running registry: nobody who asks meanwhile notices more than the new answers. */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import {
  ending,
  KILLED_BEFORE_COMMIT,
  openWorkplace,
  type ServerHere,
  type Workplace,
} from '../support/machine/command-line.ts';
import { aGene, aTerm, aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';

const MARKS = ['Ancient', 'Modern'] as const;
type Mark = (typeof MARKS)[number];

/** Enough that a listing is put together in several steps. */
const PEOPLE = 150;

/** Everything in an answer shows which of the two sets of data it is from. */
function marked(mark: Mark, people = mark === 'Ancient' ? PEOPLE : PEOPLE + 1): Snapshot {
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  return smallSnapshot({
    taxa: [{ id: HUMAN, commonName: mark, scientificName: mark, ordering: 1, active: true }],
    genes: [aGene(672, 'BRCA1', { name: mark }), aGene(7157, 'TP53', { name: mark })],
    orthologs: [],
    organs: [],
    ontologies: [
      {
        ...{ name: 'hp', definition: mark, url: null, active: true, availableForGeneSearch: true, ordering: 1 },
        terms: [aTerm('HP:1', { name: mark })],
      },
    ],
    users: ids.map((id) =>
      aUser(id, {
        name: mark,
        lastName: `${mark} ${id}`,
        description: `${mark} words `.repeat(20),
        genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
      }),
    ),
  });
}

const PATHS = [
  `/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`,
  '/api/users/search?nameLike=n&prefix=false',
  '/api/users/search?descriptionLike=words',
  '/api/users?size=100',
  '/api/users?page=1',
  '/api/genes?size=100',
  '/api/users/7',
  '/api/ontologies',
  '/api/ontologies/hp/terms',
  '/api/ontologies/hp/terms/HP:1',
  `/api/taxa/${HUMAN}`,
  '/api/stats',
];

let workplace: Workplace;
let server: ServerHere;

beforeAll(async () => {
  workplace = await openWorkplace();
  for (const mark of MARKS) await writeFile(workplace.at(mark), JSON.stringify(marked(mark)));
  server = await workplace.beginServe([], { DATABASE_INITIAL_SNAPSHOT: workplace.at('Ancient') });
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await workplace?.[Symbol.asyncDispose]();
});

/** Which sets of data an answer is from, or what else is wrong with it. */
async function answerTo(path: string): Promise<string> {
  const response = await fetch(server.url + path);
  const text = await response.text();
  if (response.status !== 200) return `${path} was answered ${response.status} ${text}`;
  JSON.parse(text);
  if (path === '/api/stats') return JSON.parse(text).users === PEOPLE ? 'Ancient' : 'Modern';
  const marks = MARKS.filter((mark) => text.includes(mark));
  return marks.length === 1 ? marks.join() : `${path} was answered from ${marks.join(' and ') || 'nowhere'}`;
}

/** Asks without a pause on several connections until it is stopped; answers how often, and all that was odd. */
function askAllTheTime(askers: number) {
  const tally = { answers: 0, odd: new Set<string>() };
  const stop = new AbortController();
  const underWay = Array.from({ length: askers }, async (_, asker) => {
    for (let turn = asker; !stop.signal.aborted; turn++) {
      const answer = await answerTo(PATHS[turn % PATHS.length] ?? '').catch(
        (error) => `failed: ${error.cause ?? error}`,
      );
      tally.answers += 1;
      if (!MARKS.includes(answer as Mark)) tally.odd.add(answer);
    }
  });
  return async () => {
    stop.abort();
    await Promise.all(underWay);
    return tally;
  };
}

test('no request fails, no answer mixes the data, and the next answer is from the new ones', async () => {
  const stop = askAllTheTime(6);
  for (const [round, mark] of (['Modern', 'Ancient', 'Modern', 'Ancient', 'Modern'] as const).entries()) {
    const importing = ['import', workplace.at(mark)];
    // The first of another process, so that everybody goes on asking at each moment of it.
    const { code, stderr } = await (round === 0 ? ending(workplace.start(importing)) : workplace.run(importing));
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Imported 15\d users/) });
    expect(await Promise.all(PATHS.map(answerTo))).toEqual(PATHS.map(() => mark));
  }
  const { answers, odd } = await stop();
  expect([...odd]).toEqual([]);
  expect(answers).toBeGreaterThan(100);
});

test('an import that is refused, or killed in the middle, is noticed by nobody', async () => {
  const before = await Promise.all(PATHS.map(answerTo));
  const generation = (await fetch(`${server.url}/api/stats`)).headers.get('etag');
  const unsound = JSON.stringify({ ...marked('Ancient'), remoteSearchUserId: 9999 });
  expect((await workplace.run(['import', '-'], { input: unsound })).code).toBe(1);
  const importing = workplace.start(['import', '-'], { NODE_OPTIONS: `--import ${KILLED_BEFORE_COMMIT}` });
  importing.stdin?.end(JSON.stringify(marked('Ancient', 5000)));
  expect(await once(importing, 'close')).toEqual([null, 'SIGKILL']);
  expect(await Promise.all(PATHS.map(answerTo))).toEqual(before);
  expect((await fetch(`${server.url}/api/stats`)).headers.get('etag')).toBe(generation);
});
