/** Federated answers as their readers get them, streamed and plain, brought into one form to be compared. */

import type { Origin } from '../../../src/domain/federation/origin.ts';
import { stopwatch } from '../machine/stopwatch.ts';
import type { TestRegistry } from '../registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Json = any;

export type ReadAnswer = {
  complete: boolean;
  summary: string;
  origins: Origin[];
  /** The records of each origin by its key, as JSON text. */
  contents: Record<string, string>;
  /** When the part of each origin had come, by its key; in a plain answer, when everything had. */
  arrivedMs: Record<string, number>;
  /** The same without the time for which this process waited for a processor. */
  unhinderedMs: Record<string, number>;
  cursor: string | null;
};

export async function askPlain(registry: TestRegistry, path: string, token?: string): Promise<ReadAnswer> {
  const began = performance.now();
  const tookMs = stopwatch();
  const { content, origins, complete, summary, cursor } = await registry.json(path, token);
  const endedMs = performance.now() - began;
  const endedUnhinderedMs = tookMs();
  const contents: Record<string, string> = {};
  const arrivedMs: Record<string, number> = {};
  const unhinderedMs: Record<string, number> = {};
  for (const { key, originUrl } of origins) {
    const own = content.filter((record: Json) => (record.remoteUser ?? record).originUrl === originUrl);
    contents[key] = JSON.stringify(own);
    arrivedMs[key] = endedMs;
    unhinderedMs[key] = endedUnhinderedMs;
  }
  return { complete, summary, origins, contents, arrivedMs, unhinderedMs, cursor };
}

export async function askStreamed(registry: TestRegistry, path: string, token?: string): Promise<ReadAnswer> {
  const began = performance.now();
  const tookMs = stopwatch();
  const contents: Record<string, string> = {};
  const arrivedMs: Record<string, number> = {};
  const unhinderedMs: Record<string, number> = {};
  let last = '';
  for await (const line of linesOf(registry, path, { token })) {
    last = line;
    const { type, origin, ...rest } = JSON.parse(line);
    if (type === 'end') return { ...rest, contents, arrivedMs, unhinderedMs };
    if (type !== 'part') continue;
    arrivedMs[origin.key] = performance.now() - began;
    unhinderedMs[origin.key] = tookMs();
    contents[origin.key] = line.slice(line.indexOf(CONTENT) + CONTENT.length, -'}'.length);
  }
  throw new Error(`The stream of ${path} has no end; its last line: ${last.slice(0, MOST_SHOWN)}`);
}

const CONTENT = ',"content":';
const STREAM_TYPE = 'application/x-ndjson';
/** Of what came instead of what was wanted. */
const MOST_SHOWN = 500;

type LineOptions = { token?: string | undefined; signal?: AbortSignal };

/** The lines of a streamed answer, as they come. Throws what came where the answer is no stream. */
export async function* linesOf(registry: TestRegistry, path: string, { token, signal }: LineOptions = {}) {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers: Record<string, string> = { Accept: STREAM_TYPE, ...authorization };
  const answer = await registry.get(path, { headers, signal: signal ?? null });
  const { status, body } = answer;
  if (status !== 200 || !answer.headers.get('Content-Type')?.startsWith(STREAM_TYPE)) {
    throw new Error(`${path} was answered with ${status}: ${(await answer.text()).slice(0, MOST_SHOWN)}`);
  }
  let rest = '';
  for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
