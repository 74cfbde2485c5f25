/** The registry's own answers, kept in files so that a ceiling can send the same bytes from memory. */

import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Answer = { status: number; contentType: string; body: Uint8Array };

export type Recording = {
  /** Where the answers are kept. */
  folder: string;
  meanBytes: number;
  /** The mean time of an answer, one asked after the other. */
  meanMs: number;
  /** Share of answers that are not 200, from 0 to 1. */
  refusedShare: number;
};

type Entry = { path: string; status: number; contentType: string; length: number };

const REFUSAL = 401;

/**
 * Asks every path once and keeps the answers in the folder.
 *
 * @throws Error for an answer other than 200 or, where that may be, 401
 */
export async function recordAnswers(
  { url, paths, mayRefuse, folder }: { url: string; paths: readonly string[]; mayRefuse: boolean; folder: string },
  signal: AbortSignal,
): Promise<Recording> {
  const entries: Entry[] = [];
  async function* bodies() {
    for (const path of paths) {
      // wrk asks for no compression either.
      const answer = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' }, signal });
      const body = new Uint8Array(await answer.arrayBuffer());
      const { status } = answer;
      if (status !== 200 && !(mayRefuse && status === REFUSAL)) throw new Error(`${path} was answered ${status}.`);
      entries.push({ path, status, contentType: answer.headers.get('Content-Type') ?? '', length: body.length });
      yield body;
    }
  }
  const startedAt = performance.now();
  await pipeline(Readable.from(bodies()), createWriteStream(bodiesFile(folder)), { signal });
  const meanMs = (performance.now() - startedAt) / paths.length;
  await writeFile(entriesFile(folder), JSON.stringify(entries));
  const meanBytes = entries.reduce((sum, { length }) => sum + length, 0) / paths.length;
  const refusedShare = entries.filter(({ status }) => status === REFUSAL).length / paths.length;
  return { folder, meanBytes, meanMs, refusedShare };
}

/** What was kept in the folder, by path. */
export async function readAnswers(folder: string): Promise<Map<string, Answer>> {
  const entries = JSON.parse(await readFile(entriesFile(folder), 'utf8')) as Entry[];
  const bodies = await readFile(bodiesFile(folder));
  let start = 0;
  return new Map(
    entries.map(({ path, status, contentType, length }) => {
      const body = bodies.subarray(start, start + length);
      start += length;
      return [path, { status, contentType, body }];
    }),
  );
}

function bodiesFile(folder: string): string {
  return join(folder, 'bodies');
}

function entriesFile(folder: string): string {
  return join(folder, 'entries.json');
}
