/** The people of a disease come as registries answer: nobody waits for the slowest one, and who is missing is named. */

import { describe, expect, test, vi } from 'vitest';
import { geneRecord, userRecord } from '../../src/demo/mock-people.ts';
import { type Behaviour, dependingOn, json, status, version } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { ListOrigin } from '../../src/domain/gene-list/list-answer.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { BATCH } from '../support/network/gene-lists.ts';
import { learned, untilReleased } from '../support/network/network-of-partners.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';

const DISEASE = 'OMIM:607208';
const PAGE = `/diseases/${DISEASE}/people`;
const RENDERED = `${PAGE}?render=server&lang=en`;
const GENES = [
  { symbol: 'BRCA1', taxonId: 9606 },
  { symbol: 'TP53', taxonId: 9606 },
];
const SEARCH = '/api/genes/search';
/** Shorter than anybody holds an answer back here. */
const SEARCH_MS = 700;

/** Two people for each gene. */
const answering = dependingOn(({ params }) => {
  const symbol = params.get('symbol') ?? '';
  const first = symbol === 'TP53' ? 30 : 10;
  return json([1, 2].map((at) => geneRecord(1, { symbol, remoteUser: userRecord(first + at) })));
});

async function open(behaviour: Behaviour, searchMs = SEARCH_MS) {
  const resources = new AsyncDisposableStack();
  const script = { '/api': version('1.5.10'), [SEARCH]: behaviour, '*': json([]) };
  const partner = resources.use(await startScriptedPartner(script));
  const diseases = {
    ...{ source: 'HPO', release: null, phenotypeGenes: [] },
    diseases: [{ diseaseId: DISEASE, name: 'A disease', otherNames: [] }],
    geneDiseases: [672, 7157].map((geneId): [number, string] => [geneId, DISEASE]),
  };
  const registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ diseases }),
      partners: [{ key: 'slow', name: 'SlowNet', url: partner.url }],
      settings: { APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: String(searchMs), APP_SITE_SHORTNAME: 'LocalNet' },
    }),
  );
  await learned(registry, 'slow', '1.5.10');
  return { partner, registry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function pageOf(registry: TestRegistry, path: string) {
  const answer = await registry.get(path);
  const html = await answer.text();
  const page = readHtml(html);
  return { status: answer.status, html, page, people: elementsOf(page, 'li', 'class', 'person').length };
}

type Line = { type: string; origin?: string; key?: string; content?: { remoteUser: { id?: number } }[] };

/** Puts the list as the page does. @param isEnough called with every line; whether to leave then */
async function stream(registry: TestRegistry, body: object, isEnough: (line: Line) => boolean = () => false) {
  const leave = new AbortController();
  const headers = { Accept: 'application/x-ndjson', 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: leave.signal };
  const response = await registry.get(BATCH, init);
  const lines: Line[] = [];
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    for (const one of whole) {
      const line = JSON.parse(one) as Line;
      lines.push(line);
      if (isEnough(line)) {
        leave.abort();
        return lines;
      }
    }
  }
  return lines;
}

const PEOPLE = { genes: GENES, fields: 'row' };

describe('with scripts', () => {
  test('the page is there at once and names whom it asks; without scripts it leads to a page that is collected', async () => {
    await using network = await open(untilReleased(answering).behaviour);
    const { status: code, html, page, people } = await pageOf(network.registry, `${PAGE}?lang=fr`);
    expect([code, people]).toEqual([200, 0]);
    expect(network.partner.requestsTo(SEARCH)).toEqual([]);
    const region = elementWithId(page, 'disease-people');
    expect(region?.attributes.get('data-state')).toBe('asking');
    expect(JSON.parse(region?.attributes.get('data-genes') ?? '')).toEqual(GENES);
    expect(elementWithId(page, 'origins')?.text).toMatch(/LocalNet.*SlowNet/s);
    expect(html).toContain(
      `<noscript><meta http-equiv="refresh" content="0;url=../../diseases/${DISEASE}/people?render=server&amp;lang=fr"></noscript>`,
    );
  });

  test('who has answered comes while another registry is waited for, and then what became of that one', async () => {
    const { behaviour, release } = untilReleased(answering);
    await using network = await open(behaviour, 30_000);
    const before: string[] = [];
    const lines = await stream(network.registry, PEOPLE, ({ type, key, origin }) => {
      before.push(`${type} ${key ?? origin ?? ''}`.trim());
      if (key === 'local') release();
      return false;
    });
    expect(before.slice(0, 4)).toEqual(['plan', 'cell local', 'cell local', 'origin local']);
    const people = lines.flatMap(({ content = [] }) => content.map(({ remoteUser }) => remoteUser.id));
    expect(people.toSorted()).toEqual([11, 12, 2, 2, 31, 32]);
    expect(before.slice(-2)).toEqual(['origin slow', 'end']);
    const [ofSlow] = lines.filter(({ key }) => key === 'slow') as unknown as ListOrigin[];
    expect(ofSlow).toMatchObject({ origin: 'SlowNet', state: 'answered', answered: 2, unanswered: 0 });
  });

  test('whoever leaves ends what was begun: nothing more is asked, and the place of the list is free', async () => {
    await using network = await open(untilReleased(answering).behaviour, 30_000);
    const genes = Array.from({ length: 30 }, (_, at) => ({ symbol: `G${at}`, taxonId: 9606 }));
    await stream(network.registry, { genes, fields: 'row' }, ({ key }) => key === 'local');
    const { limits } = network.registry.context;
    await vi.waitFor(() => expect(limits.status().listsUnderWay).toBe(0), PATIENT);
    expect(network.partner.requestsTo(SEARCH).length).toBeLessThan(5);
  });

  test('readers of one disease share what a registry is asked', async () => {
    const { behaviour, release } = untilReleased(answering);
    await using network = await open(behaviour, 30_000);
    // So many lists of one address are put at once.
    const readers = Array.from({ length: 4 }, () => stream(network.registry, PEOPLE));
    await vi.waitFor(() => expect(network.partner.requestsTo(SEARCH)).toHaveLength(2), PATIENT);
    release();
    for (const lines of await Promise.all(readers)) expect(lines.at(-1)).toMatchObject({ type: 'end', complete: true });
    expect(network.partner.requestsTo(SEARCH)).toHaveLength(2);
  });

  test('in one piece each cell has its people, and numbers alone come where nobody asks for people', async () => {
    await using network = await open(answering);
    const post = async (body: object) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await network.registry.get(BATCH, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { cells, complete } = await post(PEOPLE);
    expect(complete).toBe(true);
    expect(cells.map(({ count, content }: { count: number; content: unknown[] }) => [count, content.length])).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
      [2, 2],
    ]);
    // A row, without what only a profile shows.
    expect(Object.keys(cells[1].content[0].remoteUser)).not.toContain('email');
    expect(JSON.stringify(await post({ genes: GENES }))).not.toContain('"content"');
    expect(await post({ genes: GENES, fields: 'record' })).toMatchObject({
      status: 400,
      detail: 'The list of genes cannot be read: there is something else as fields. Allowed: row.',
    });
  });
});

describe('without scripts', () => {
  test.each(['en', 'fr'])(
    'in %s, who has answered is there as soon as a search ends, and asking again brings the rest',
    async (lang) => {
      const { behaviour, release } = untilReleased(answering);
      await using network = await open(behaviour);
      const tookMs = stopwatch();
      const first = await pageOf(network.registry, `${PAGE}?render=server&lang=${lang}`);
      expect(tookMs()).toBeLessThan(SEARCH_MS + 1500);
      expect([first.status, first.people]).toEqual([200, 1]);
      expect(elementWithId(first.page, 'state')?.attributes.get('data-state')).toBe('incomplete');
      expect(elementWithId(first.page, 'summary')?.text).toContain('SlowNet');
      const again = elementWithId(first.page, 'retry-slow')?.attributes.get('href') ?? '';
      expect(again).toMatch(/^\.\.\/\.\.\/diseases\/.*render=server&origins=local&origins=slow/);
      release();
      await vi.waitFor(async () => {
        const next = await pageOf(network.registry, again.slice('../..'.length));
        expect([next.status, next.people]).toEqual([200, 5]);
        expect(elementWithId(next.page, 'state')?.attributes.get('data-state')).toBe('complete');
      }, PATIENT);
      expect(network.partner.requestsTo(SEARCH)).toHaveLength(2);
    },
  );

  test('a registry that failed is asked again at once by whoever says so, although its circuit breaker is open', async () => {
    await using network = await open(status(500, 'no'));
    const first = await pageOf(network.registry, RENDERED);
    expect(first.people).toBe(1);
    const again = elementWithId(first.page, 'retry-slow')?.attributes.get('href') ?? '';
    network.partner.play({ '/api': version('1.5.10'), [SEARCH]: answering, '*': json([]) });
    await vi.waitFor(async () => {
      expect((await pageOf(network.registry, again.slice('../..'.length))).people).toBe(5);
    }, PATIENT);
  });

  test('a registry that does not exist is no registry to ask again', async () => {
    await using network = await open(answering);
    expect((await pageOf(network.registry, `${RENDERED}&origins=nowhere`)).status).toBe(400);
  });
});
