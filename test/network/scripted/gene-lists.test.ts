/** A list of genes, searched for in every registry below the searches of everybody else. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { anonymousGeneRecord, geneRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { askStreamed } from '../../support/network/federated-reader.ts';
import { askList, BATCH, refused } from '../../support/network/gene-lists.ts';
import { ADMIN_TOKEN, GENES, learned, startOdd, untilReleased } from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

/** So many genes that nobody knows but the partners, who know all. */
function genesOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({ symbol: `G${index}`, taxonId: 9606 }));
}

async function openWith(behaviour: Behaviour) {
  const resources = new AsyncDisposableStack();
  const odd = resources.use(await startOdd({ [GENES.partnerPath]: behaviour }));
  const registry = resources.use(await neighbours.open({ url: odd.url }));
  await learned(registry, 'odd', '1.5.10');
  return { odd, registry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const symbolsIn = (requests: readonly { params: URLSearchParams }[]) =>
  requests.map(({ params }) => params.get('symbol'));
const searchFor = (symbol: string) => GENES.path.replace('BRCA1', symbol);

describe('a list', () => {
  test('is shown as it was understood: each gene once, with what was given for it, and what names no gene', async () => {
    await using network = await openWith(does.genes(1));
    const text = ['brca1', 'TP53', 'BRCA1', 'Gene nobody knows', 'TP35'];
    const { genes, notUnderstood, cells } = await askList(network.registry, { text });
    expect(genes).toMatchObject([
      { symbol: 'BRCA1', taxonId: 9606, geneId: 672, taxonName: 'human', given: ['brca1', 'BRCA1'], isCertain: true },
      { symbol: 'TP53', taxonId: 9606, geneId: 7157, given: ['TP53'] },
    ]);
    expect(notUnderstood).toEqual([
      { text: 'Gene nobody knows', didYouMean: [] },
      { text: 'TP35', didYouMean: [{ geneId: 7157, symbol: 'TP53', taxonId: 9606 }] },
    ]);
    expect(cells).toHaveLength(2 * 4);
    expect(symbolsIn(network.odd.requestsTo(GENES.partnerPath)).toSorted()).toEqual(['BRCA1', 'TP53']);
  });

  test('names what is in a line beside its genes, as nobody is asked about it, but no other name of these genes', async () => {
    await using odd = await startOdd({ [GENES.partnerPath]: does.genes(1) });
    const small = smallSnapshot();
    const genes = [...small.genes, aGene(847, 'CAT'), aGene(3785, 'KCNQ2', { aliases: 'KV7.2' })];
    const snapshot = { ...small, genes };
    await using registry = await neighbours.open({ url: odd.url }, { snapshot });
    const ofLine = await askList(registry, { text: ['BRCA1 TP53 and CAT'] });
    expect(ofLine.genes.map(({ symbol }) => symbol)).toEqual(['BRCA1', 'TP53']);
    expect(ofLine.notUnderstood).toEqual([
      { text: 'CAT', didYouMean: [{ geneId: 847, symbol: 'CAT', taxonId: 9606 }] },
    ]);
    const inWords = await askList(registry, { text: ['brca1 tp53 tp35', 'KCNQ2 and KV7.2 and BRCA1 of a girl'] });
    expect(inWords.genes.map(({ symbol }) => symbol)).toEqual(['BRCA1', 'TP53', 'KCNQ2']);
    expect(inWords.notUnderstood.map(({ text }) => text)).toEqual(['tp35', 'girl']);
    const besideOne = await askList(registry, {
      text: ['BRCA1 and CAT', 'TP53 het', 'BRCA1 of a girl', 'TP53 and BRCA1'],
    });
    expect(besideOne.genes.map(({ symbol }) => symbol)).toEqual(['BRCA1', 'TP53']);
    expect(besideOne.notUnderstood.map(({ text }) => text)).toEqual(['CAT']);
    const alone = await askList(registry, { text: ['BRCA1 TP53 and CAT', 'CAT'] });
    expect(alone.genes.map(({ symbol }) => symbol)).toEqual(['BRCA1', 'TP53', 'CAT']);
    expect(alone.notUnderstood).toEqual([]);
  });

  test('is read line by line, also where one text holds several lines', async () => {
    await using odd = await startOdd({ [GENES.partnerPath]: does.genes(1) });
    const small = smallSnapshot();
    const genes = [...small.genes, aGene(3785, 'KCNQ2', { aliases: 'KV7.2' })];
    await using registry = await neighbours.open({ url: odd.url }, { snapshot: { ...small, genes } });
    const { genes: read, notUnderstood } = await askList(registry, { text: ['BRCA1\n KV7.2\u200b \nTP35\n'] });
    expect(read.map(({ symbol, given }) => [symbol, given])).toEqual([
      ['BRCA1', ['BRCA1']],
      ['KCNQ2', ['KV7.2']],
    ]);
    expect(notUnderstood.map(({ text }) => text)).toEqual(['TP35']);
  });

  test('has a cell of every gene and registry, which counts people, not records', async () => {
    const mouse = { geneId: 12189, symbol: 'Brca1', taxon: { id: 10090, scientificName: null, commonName: 'mouse' } };
    const records = [geneRecord(1), geneRecord(1, mouse), geneRecord(2), anonymousGeneRecord(), anonymousGeneRecord()];
    await using network = await openWith(does.json(records));
    const { cells, complete, summary } = await askList(network.registry, {
      genes: [{ symbol: 'BRCA1', taxonId: 9606 }],
      origins: ['odd', 'local'],
    });
    expect(cells.find(({ origin }) => origin === 'odd')).toMatchObject({
      ...{ gene: 0, state: 'answered', exact: true, count: 4, anonymized: 2, problem: null },
      organisms: [
        { taxonId: 9606, count: 4, anonymized: 2 },
        { taxonId: 10090, count: 1, anonymized: 0 },
      ],
    });
    expect(cells.find(({ origin }) => origin === 'local')).toMatchObject({
      ...{ state: 'answered', count: 1, anonymized: 0 },
      organisms: [{ taxonId: 9606, count: 1, anonymized: 0 }],
    });
    expect([complete, summary]).toEqual([true, 'Both registries answered.']);
  });

  test('is answered in one piece for whoever asks for that, with the same cells', async () => {
    await using network = await openWith(does.genes(2));
    const body = { text: ['BRCA1', 'TP53'] };
    const streamed = await askList(network.registry, body);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const whole = await (await network.registry.get(BATCH, init)).json();
    const bare = (cells: typeof streamed.cells) =>
      cells.map(({ gene, origin, state, count }) => `${gene} ${origin} ${state} ${count}`);
    expect(bare(whole.cells)).toEqual(
      bare(streamed.cells).toSorted((a, b) => bare(whole.cells).indexOf(a) - bare(whole.cells).indexOf(b)),
    );
    expect(whole).toMatchObject({ genes: streamed.genes, notUnderstood: [], complete: true });
  });

  test('asks what a search for each gene asks, so that a click on a cell is answered from the cache', async () => {
    await using network = await openWith(does.genes(3));
    await askList(network.registry, { text: ['BRCA1', 'TP53'] });
    const { origins } = await askStreamed(network.registry, searchFor('TP53'), ADMIN_TOKEN);
    const partners = origins.filter(({ key }) => key !== 'local');
    expect(partners.map(({ cache }) => cache?.status)).toEqual(['hit', 'hit', 'hit']);
    expect(network.odd.requestsTo(GENES.partnerPath)).toHaveLength(2);
  });

  test('without any gene that is understood asks nobody', async () => {
    await using network = await openWith(does.genes(1));
    const { cells, complete, summary } = await askList(network.registry, { text: ['Gene nobody knows'] });
    expect([cells, complete, summary]).toEqual([[], false, 'No registry was asked; 4 others were not asked.']);
    expect(network.odd.requestsTo(GENES.partnerPath)).toHaveLength(0);
  });
});

describe('beside the searches of others', () => {
  test('a list takes half of the turns of a partner, and who waits for a search goes first', async () => {
    await using network = await openWith(does.afterMs(100, does.genes(1)));
    const { registry, odd } = network;
    const list = askList(registry, { genes: genesOf(24), origins: ['odd'] });
    await vi.waitFor(() => expect(odd.requestsTo(GENES.partnerPath).length).toBeGreaterThan(4), PATIENT);
    expect(odd.counts().mostAtOnce).toBe(2);
    const tookMs = stopwatch();
    const searches = await Promise.all(
      Array.from({ length: 6 }, (_, index) => askStreamed(registry, `${searchFor(`S${index}`)}&origins=odd`)),
    );
    const searchesMs = tookMs();
    const { cells } = await list;
    expect(searches.map(({ origins }) => origins.find(({ key }) => key === 'odd')?.state)).toEqual(
      Array(6).fill('answered'),
    );
    expect(cells.filter(({ state }) => state === 'answered')).toHaveLength(24);
    expect(odd.counts().mostAtOnce).toBeLessThanOrEqual(4);
    // Six searches in four turns take two rounds; the list alone would have kept them waiting for twelve.
    console.info(`six searches beside a list of 24: ${searchesMs.toFixed(0)} ms`);
    expect(searchesMs).toBeLessThan(600);
  });

  test('a search for a gene that waits in a list has its turn at once, and the partner is asked once', async () => {
    await using network = await openWith(does.afterMs(400, does.genes(1)));
    const { registry, odd } = network;
    const list = askList(registry, { genes: genesOf(4) });
    await vi.waitFor(() => expect(symbolsIn(odd.requestsTo(GENES.partnerPath))).toEqual(['G0', 'G1']), {
      ...PATIENT,
      interval: 5,
    });
    const tookMs = stopwatch();
    await askStreamed(registry, `${searchFor('G3')}&origins=odd`);
    expect(tookMs()).toBeLessThan(750);
    await list;
    expect(symbolsIn(odd.requestsTo(GENES.partnerPath)).toSorted()).toEqual(['G0', 'G1', 'G2', 'G3']);
  });

  test('two lists at once ask nobody twice', async () => {
    await using network = await openWith(does.afterMs(30, does.genes(1)));
    const genes = genesOf(20);
    const [one, other] = await Promise.all([
      askList(network.registry, { genes }),
      askList(network.registry, { genes: genes.toReversed() }),
    ]);
    for (const { cells, complete } of [one, other]) expect([cells.length, complete]).toEqual([80, false]);
    const symbols = symbolsIn(network.odd.requestsTo(GENES.partnerPath));
    expect(symbols).toHaveLength(20);
    expect(network.odd.counts().mostAtOnce).toBeLessThanOrEqual(2);
  });
});

describe('a list that is left', () => {
  test('begins nothing more, and goes on where it was when it is asked again', async () => {
    await using network = await openWith(does.afterMs(60, does.genes(1)));
    const { registry, odd } = network;
    const leave = new AbortController();
    const body = { genes: genesOf(30), origins: ['odd'] };
    const left = askList(registry, body, {
      signal: leave.signal,
      onCell: (_, count) => void (count === 6 && leave.abort()),
    });
    await expect(left).rejects.toThrow();
    // What had begun ends, and the registry notices that its reader has left.
    const requests = () => odd.requestsTo(GENES.partnerPath).length;
    for (let before = -1; before !== requests(); await sleep(200)) before = requests();
    expect(requests()).toBeLessThan(20);
    const { cells } = await askList(registry, body, { token: ADMIN_TOKEN });
    expect(cells).toHaveLength(30);
    expect(cells.filter(({ cache }) => cache?.status === 'hit').length).toBeGreaterThanOrEqual(6);
    // What is kept comes before anything that is asked now.
    expect(cells.slice(0, 6).map(({ cache }) => cache?.status)).toEqual(Array(6).fill('hit'));
    expect(new Set(symbolsIn(odd.requestsTo(GENES.partnerPath))).size).toBe(odd.requestsTo(GENES.partnerPath).length);
  });
});

describe('with a partner that is down', () => {
  test('every cell of the others is there, and the end says whose are missing', async () => {
    await using network = await openWith(does.resetBefore());
    const { cells, complete, summary, origins } = await askList(network.registry, { genes: genesOf(12) });
    const healthy = cells.filter(({ origin }) => origin === 'north' || origin === 'south');
    expect(healthy.map(({ state }) => state)).toEqual(Array(24).fill('answered'));
    expect(complete).toBe(false);
    expect(summary).toMatch(/^3 of 4 registries answered; .*OddNet .*\.$/);
    expect(origins.find(({ key }) => key === 'odd')).toMatchObject({ answered: 0, unanswered: 12, exact: false });
    // Then it rests.
    expect(new Set(symbolsIn(network.odd.requestsTo(GENES.partnerPath))).size).toBeLessThan(12);
  });

  test('who names it on purpose tries it once, and not for every gene', async () => {
    await using network = await openWith(does.resetBefore());
    const { registry, odd } = network;
    await askList(registry, { genes: genesOf(12) });
    const before = odd.requestsTo(GENES.partnerPath).length;
    await askList(registry, { genes: genesOf(12), origins: ['odd'] });
    expect(odd.requestsTo(GENES.partnerPath).length - before).toBeLessThanOrEqual(2);
    odd.play({ [GENES.partnerPath]: does.genes(1) });
    // Nobody tries it more than once in a second.
    await sleep(1000);
    const { complete } = await askList(registry, { genes: genesOf(12), origins: ['odd'] });
    expect(complete).toBe(true);
  });
});

describe('what cannot be read', () => {
  const gene = { symbol: 'SECRET1', taxonId: 9606 };
  test.each([
    ['more than a hundred genes', { genes: Array(101).fill(gene) }, 'The list has 101 genes. Allowed: at most 100.'],
    [
      'more than a hundred in one text',
      {
        text: [
          Array.from({ length: 101 }, (_, i) => `BRCA1,TP53,X${i}`)
            .join(',')
            .slice(0, 201),
        ],
      },
      'The list of genes cannot be read: there is 201 characters as entry 1 of text. Allowed: at most 200 characters.',
    ],
    [
      'nothing',
      {},
      'The list of genes cannot be read: there is neither genes nor text. Allowed: one of genes and text.',
    ],
    [
      'a gene without organism',
      { genes: [{ symbol: 'SECRET1' }] },
      'The list of genes cannot be read: there is nothing as taxonId of entry 1 of genes. Allowed: the number of an organism, such as 9606.',
    ],
    [
      'a number for a text',
      { text: ['TP53', 7] },
      'The list of genes cannot be read: there is a number as entry 2 of text. Allowed: a text.',
    ],
    [
      'an empty list',
      { text: [] },
      'The list of genes cannot be read: there is no entry in text. Allowed: 1 to 100 entries.',
    ],
    [
      'a member that is not known',
      { text: ['TP53'], only: [] },
      'The list of genes cannot be read: there is a member that is not known. Allowed: genes, text, origins, fields.',
    ],
    [
      'a list of no registries',
      { genes: [gene], origins: [] },
      "There is no registry '' here. Allowed: local, north, south.",
    ],
  ])('%s is refused in a problem document, which repeats no gene', async (_, body, detail) => {
    await using registry = await neighbours.open();
    const answer = await refused(registry, JSON.stringify(body));
    expect(answer).toMatchObject({ status: 400, contentType: 'application/problem+json', detail });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
  });

  test('a body that is no JSON, of another type or too large is refused, and not repeated', async () => {
    await using registry = await neighbours.open();
    const sentences = [
      await refused(registry, '{"text": SECRET1'),
      await refused(registry, 'SECRET1', { 'Content-Type': 'text/plain' }),
      await refused(registry, JSON.stringify({ text: ['SECRET1'.repeat(10_000)] })),
    ];
    expect(sentences.map(({ status, code, contentType }) => [status, code, contentType])).toEqual([
      [400, 'body-invalid', 'application/problem+json'],
      [415, 'body-type-invalid', 'application/problem+json'],
      [413, 'body-too-large', 'application/problem+json'],
    ]);
    expect(JSON.stringify(sentences)).not.toContain('SECRET');
  });

  test('only POST is read', async () => {
    await using registry = await neighbours.open();
    const options = await registry.get(BATCH, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'POST, OPTIONS']);
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const { status, headers } = await registry.get(BATCH, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
    }
  });

  test('a fifth list of one address at once is asked to wait', async () => {
    const { behaviour, release } = untilReleased(does.genes(1));
    await using network = await openWith(behaviour);
    const { registry } = network;
    const body = { genes: genesOf(4), origins: ['odd'] };
    const four = Promise.all([1, 2, 3, 4].map(() => askList(registry, body)));
    await expect.poll(() => registry.context.limits.status().listsUnderWay).toBe(4);
    expect(await refused(registry, JSON.stringify(body))).toMatchObject({
      status: 503,
      code: 'too-many-lists',
      retryAfter: '10',
    });
    release();
    await four;
    expect((await askList(registry, body)).cells).toHaveLength(4);
  });
});
