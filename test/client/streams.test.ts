/** Streamed answers as they arrive: in any pieces, cut, and left by their reader. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerLine, End, Part, Plan } from '../../src/client/answers.ts';
import { createClient } from '../../src/client/client.ts';
import { readLines } from '../../src/client/fetch-json.ts';
import { responsesOf } from '../server/routes/federated-openapi-reader.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { collected, startScriptedRegistry, stream } from './scripted-registry.ts';

const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };
const [[, described] = []] = responsesOf('/api/federated/genes/search');
const examples = described?.content?.['application/x-ndjson']?.examples;
const PLAN = examples?.plan?.value as Plan;
const GENE_PART = examples?.part?.value as Part<Record<string, unknown>>;
const END = examples?.end?.value as End;
const PART = { ...GENE_PART, content: [{ ...GENE_PART.content[0], symbol: 'Ødegård 🧬 "\\n"' }] };
const LINES = [PLAN, PART, PART, END];
const TEXT = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');
const BYTES = new TextEncoder().encode(TEXT);

function cutInto(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
}

function streamOf(pieces: readonly (Uint8Array | string)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      }
      controller.close();
    },
  });
}

function read(...pieces: (Uint8Array | string)[]): Promise<AnswerLine<unknown>[]> {
  return collected(readLines(streamOf(pieces)));
}

describe('the lines of a stream', () => {
  test('are the same wherever the network cuts them, also inside a character', async () => {
    const places = fc.array(fc.integer({ min: 0, max: BYTES.length }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(places, async (at) => {
        expect(await read(...cutInto(BYTES, at))).toEqual(LINES);
      }),
    );
  });

  test('arrive over a socket byte by byte', async () => {
    const bytes = new TextEncoder().encode(
      `${JSON.stringify({ ...PLAN, query: { nameLike: 'Ø' } })}\n{"type":"end"}\n`,
    );
    await using registry = await startScriptedRegistry(stream(cutInto(bytes, [...bytes.keys()].slice(1))));
    const lines = await collected(createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1));
    expect(lines).toEqual([{ ...PLAN, query: { nameLike: 'Ø' } }, { type: 'end' }]);
  });

  test('are handed out one by one, before the next one is there', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    await using registry = await startScriptedRegistry(async (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      res.write(`${JSON.stringify(PLAN)}\n${JSON.stringify(PART)}\n{"type":"en`);
      await mayGoOn;
      res.end('d"}\n');
    });
    const types: string[] = [];
    for await (const line of createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1)) {
      types.push(line.type);
      if (line.type === 'part') {
        expect(line.origin.state).toBe('answered');
        expect(line.content[0]?.symbol).toBe('Ødegård 🧬 "\\n"');
        goOn();
      }
    }
    expect(types).toEqual(['plan', 'part', 'end']);
  });

  test('may end with a carriage return, have empty ones between them, and none behind the last', async () => {
    expect(await read('\n{"type":"plan"}\r\n\r\n  \n{"type":"end"}')).toEqual([{ type: 'plan' }, { type: 'end' }]);
  });

  test('of a type that is not known here are passed over', async () => {
    expect(await read('{"type":"plan"}\n{"type":"progress","of":3}\n{"type":"end"}\n')).toHaveLength(2);
  });

  test('behind the end are not waited for', async () => {
    await using registry = await startScriptedRegistry(stream(['{"type":"end"}\n', '{"type":"pa'], 'wait'));
    const lines = await collected(createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1));
    expect(lines).toEqual([{ type: 'end' }]);
    await registry.left;
  });

  test('of megabytes take no longer than their length', async () => {
    const content = Array.from({ length: 40 }, () => 'x'.repeat(100_000));
    const line = new TextEncoder().encode(`${JSON.stringify({ type: 'part', content })}\n{"type":"end"}\n`);
    const places = Array.from({ length: 4000 }, (_, index) => index * 1000);
    const tookMs = stopwatch();
    expect(await read(...cutInto(line, places))).toHaveLength(2);
    expect(tookMs()).toBeLessThan(2000);
  });
});

describe('a stream without its end', () => {
  test('is an error wherever it is cut, after the lines that came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: BYTES.length - 2 }), async (at) => {
        const lines: unknown[] = [];
        const error = await (async () => {
          for await (const line of readLines(streamOf([BYTES.slice(0, at)]))) lines.push(line);
        })().catch((one: unknown) => one);
        expect(error).toMatchObject({ name: 'ClientError', code: 'cut', status: undefined });
        expect(lines).toEqual(LINES.slice(0, lines.length));
        expect(lines.length).toBeLessThan(LINES.length);
      }),
    );
  });

  test.each(['end', 'break off'] as const)('is an error when the connection does %s in the middle', async (how) => {
    await using registry = await startScriptedRegistry(stream([`${JSON.stringify(PLAN)}\n`, '{"type":"part"'], how));
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1)[Symbol.asyncIterator]();
    expect(await lines.next()).toEqual({ done: false, value: PLAN });
    await expect(lines.next()).rejects.toMatchObject({
      code: 'cut',
      detail: expect.stringMatching(/^The answer was cut/),
    });
    expect(await lines.next()).toEqual({ done: true, value: undefined });
  });

  test('is an error also when nothing came at all', async () => {
    await using registry = await startScriptedRegistry(stream([]));
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1);
    await expect(collected(lines)).rejects.toMatchObject({ code: 'cut' });
  });
});

test.each([
  ['{"type":"plan"\n{"type":"end"}\n', 'must be JSON'],
  ['[1]\n{"type":"end"}\n', 'must be an object with a type'],
  ['{"type":7}\n{"type":"end"}\n', 'must be an object with a type'],
  ['null\n', 'must be an object with a type'],
  [`${'x'.repeat(1000)}\n`, `"${'x'.repeat(40)}…"`],
  [new Uint8Array([0x22, 0xff, 0x22, 0x0a]), 'is not UTF-8'],
])('a stream with the line %j is unreadable', async (bytes, words) => {
  await expect(read(bytes)).rejects.toMatchObject({ code: 'unreadable', detail: expect.stringContaining(words) });
});

describe('a reader who leaves', () => {
  const endless = stream([`${JSON.stringify(PLAN)}\n`], 'wait');

  test('by a break ends the request', async () => {
    await using registry = await startScriptedRegistry(endless);
    for await (const line of createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1)) {
      expect(line.type).toBe('plan');
      break;
    }
    await registry.left;
  });

  test('while waiting for the next line ends the request, and waits no longer', async () => {
    await using registry = await startScriptedRegistry(endless);
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1)[Symbol.asyncIterator]();
    await lines.next();
    const waiting = lines.next();
    expect(await lines.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    await registry.left;
  });

  test('before the headers are there ends the request too', async () => {
    await using registry = await startScriptedRegistry(() => {});
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1)[Symbol.asyncIterator]();
    const waiting = lines.next();
    while (registry.requests.length === 0) await new Promise((turn) => setTimeout(turn, 5));
    await lines.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await registry.left;
  });

  test('before the first line is asked for has asked nothing', async () => {
    await using registry = await startScriptedRegistry(endless);
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1);
    await lines[Symbol.asyncIterator]().return?.();
    expect(registry.requests).toEqual([]);
  });

  test('by a signal in the middle gets its reason', async () => {
    await using registry = await startScriptedRegistry(endless);
    const leaving = new AbortController();
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1, { signal: leaving.signal });
    const types: string[] = [];
    await expect(async () => {
      for await (const line of lines) {
        types.push(line.type);
        setTimeout(() => leaving.abort(new Error('another question')), 5);
      }
    }).rejects.toThrow('another question');
    expect(types).toEqual(['plan']);
    await registry.left;
  });

  test('by a signal gets no further line, not even one that is there', async () => {
    await using registry = await startScriptedRegistry(stream(['{"type":"plan"}\n{"type":"part"}\n'], 'wait'));
    const leaving = new AbortController();
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1, { signal: leaving.signal });
    const types: string[] = [];
    await expect(async () => {
      for await (const line of lines) {
        types.push(line.type);
        leaving.abort(new Error('another question'));
      }
    }).rejects.toThrow('another question');
    expect(types).toEqual(['plan']);
  });

  test('once the end is there gets nothing any more', async () => {
    await using registry = await startScriptedRegistry(stream(['{"type":"end"}\n']));
    const leaving = new AbortController();
    const lines = createClient({ baseUrl: registry.url }).federated.streamGenes(BRCA1, { signal: leaving.signal });
    for await (const line of lines) if (line.type === 'end') leaving.abort();
  });
});

test('whoever reads a stream twice asks twice', async () => {
  await using registry = await startScriptedRegistry(stream(['{"type":"end"}\n']));
  const lines = createClient({ baseUrl: registry.url }).federated.streamStats();
  await collected(lines);
  await collected(lines);
  expect(registry.requests).toHaveLength(2);
});
