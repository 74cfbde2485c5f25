/** What a scripted partner can do with a request, beside what those of the demonstration do. */

import { gzipSync } from 'node:zlib';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import {
  type Behaviour,
  bytes,
  dependingOn,
  hang,
  JSON_TYPE,
  json,
  type SentHeaders,
  sendHalf,
  settled,
  status,
} from '../../../src/demo/partner-behaviours.ts';

export * from '../../../src/demo/partner-behaviours.ts';

/** Sends this many people. */
export function users(count: number): Behaviour {
  return json(Array.from({ length: count }, (_, index) => userRecord(index + 1)));
}

/** Sends the requested gene this many times, each registered by another person in tier 1. */
export function genes(count: number): Behaviour {
  return dependingOn(({ params }) => {
    const ids = asksForTier1(params) ? Array.from({ length: count }, (_, index) => index + 1) : [];
    return json(ids.map((id) => geneRecord(id, { symbol: params.get('symbol') ?? 'BRCA1' })));
  });
}

/** Whether a request includes tier 1, as it does without any tier. */
export function asksForTier1(params: URLSearchParams): boolean {
  const tiers = [...params.getAll('tiers'), ...params.getAll('tier')];
  return tiers.length === 0 || tiers.includes('TIER1');
}

export function gzipped(value: unknown): Behaviour {
  return bytes(gzipSync(JSON.stringify(value)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
}

/** Does one behaviour after the other, call by call; the last one repeats. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let calls = 0;
  return (call) => (behaviours[calls++] ?? behaviours.at(-1) ?? hang())(call);
}

/** Closes the connection properly, without an answer. */
export function closeBefore(): Behaviour {
  return ({ socket }) => void socket.end();
}

/** Sends half of the answer and resets the connection. */
export function resetInside(value: unknown, headers: SentHeaders = {}): Behaviour {
  return async (call) => {
    await sendHalf(call, value, headers);
    call.socket.resetAndDestroy();
  };
}

/** States a length that is too large, or with a negative number too small, and closes after the actual bytes. */
export function lieAboutLength(value: unknown, tooMany: number, headers: SentHeaders = {}): Behaviour {
  return async ({ response, socket, signal }) => {
    const body = JSON.stringify(value);
    const length = { 'Content-Length': Buffer.byteLength(body) + tooMany };
    response.writeHead(200, { ...JSON_TYPE, ...length, ...headers }).write(body);
    await settled(signal);
    socket.end();
  };
}

/** Sends JSON in ISO-8859-1, with or without stating that charset. */
export function inLatin1(value: unknown, { isAdmitted = true } = {}): Behaviour {
  const type = isAdmitted ? 'application/json;charset=ISO-8859-1' : 'application/json';
  return bytes(Buffer.from(JSON.stringify(value), 'latin1'), { 'Content-Type': type });
}

/** Sends the media type of JSON without a body. */
export function empty(): Behaviour {
  return status(200);
}

/** Sends a JSON array of about this size, whose entries are not records. */
export function big(size: number): Behaviour {
  const piece = `{"filler":"${'x'.repeat(1000)}"}`;
  const body = `[${Array.from({ length: Math.ceil(size / (piece.length + 1)) }, () => piece).join()}]`;
  return ({ response }) => void response.writeHead(200, JSON_TYPE).end(body);
}
