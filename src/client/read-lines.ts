/** Reads the lines of a streamed answer as they arrive. An answer that was cut is an error, never a whole answer. */

import { type ClientError, ownError } from './errors.ts';

const LINE_TYPES = ['plan', 'part', 'cell', 'origin', 'end'];

/**
 * Yields the lines of a stream up to its `end`. Empty lines and lines of unknown types are skipped, because they hold no
 * records. A caller who stops reading cancels the body.
 *
 * @throws ClientError `cut` if the stream has no `end` line; `unreadable` if a line cannot be read
 */
export async function* readLines<Line extends { type: string }>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Line> {
  for await (const { text, isWhole } of textLines(body)) {
    const line = parseLine<Line>(text, isWhole);
    if (line === undefined) continue;
    yield line;
    if (line.type === 'end') return;
  }
  throw cut();
}

/** `isWhole`: the line break was received, too. */
type TextLine = { text: string; isWhole: boolean };

async function* textLines(body: ReadableStream<Uint8Array>): AsyncGenerator<TextLine> {
  const reader = body.getReader();
  // A long line arrives in many pieces; they are joined once.
  let pending: string[] = [];
  try {
    for await (const text of textPieces(reader)) {
      const [first = '', ...others] = text.split('\n');
      pending.push(first);
      for (const next of others) {
        yield { text: pending.join(''), isWhole: true };
        pending = [next];
      }
    }
    yield { text: pending.join(''), isWhole: false };
  } finally {
    // Errors of cancelling need no handling: the cause was thrown already, or nobody reads any more.
    await reader.cancel().catch(() => {});
  }
}

async function* textPieces(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => Promise.reject(cut(cause)));
    yield decode(() => (done ? decoder.decode() : decoder.decode(value, { stream: true })), done);
    if (done) return;
  }
}

function decode(text: () => string, isAtEnd: boolean): string {
  try {
    return text();
  } catch (cause) {
    throw isAtEnd ? cut(cause) : ownError('unreadable', 'The streamed answer is not UTF-8.', { cause });
  }
}

function parseLine<Line>(text: string, isWhole: boolean): Line | undefined {
  if (text.trim() === '') return undefined;
  const line = parseJson(text, isWhole);
  if (typeof line !== 'object' || line === null || !('type' in line) || typeof line.type !== 'string') {
    throw ownError('unreadable', `A line of the streamed answer is ${shown(text)}, but must be an object with a type.`);
  }
  return LINE_TYPES.includes(line.type) ? (line as Line) : undefined;
}

function parseJson(text: string, isWhole: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!isWhole) throw cut(cause);
    throw ownError('unreadable', `A line of the streamed answer is ${shown(text)}, but must be JSON.`, { cause });
  }
}

function cut(cause?: unknown): ClientError {
  return ownError('cut', 'The answer was cut: it ended before its last line, so registries may be missing from it.', {
    cause,
  });
}

function shown(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 40)}…`);
}
