/** One question to a registry, and its answer as a text in which nothing is left that differs by chance. */

import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { PATIENCE_MS } from '../../support/machine/patience.ts';

export type Question = {
  method: string;
  /** Path and parameters. */
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
};

export type Answer = {
  status: number;
  tag: string | undefined;
  body: string;
  /** Status, headers and body, without what differs by chance. */
  text: string;
};

/** Anonymous ids, and ids in feeds. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const CHANCE: readonly [RegExp, string][] = [
  [UUID, 'UUID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, 'MOMENT'],
  [/\b[2-9B-DF-HJ-NP-TV-Z]{4}-[2-9B-DF-HJ-NP-TV-Z]{4}\b/g, 'REFERENCE'],
  [/\brequests\/\d{13}-[\w-]{22}/g, 'requests/PAGE'],
  [/\banswer\/\d{13}-\d-\d{10}-[\w-]{22}/g, 'answer/LINK'],
  [/(?<=\bType )[\dA-Z]{4}(?= to confirm)/g, 'SIGNS'],
  [/\bsubscriptions\/[\w-]{43}/g, 'subscriptions/TOKEN'],
  [/\b\d\d:\d\d(?::\d\d)?\b(?: [AP]M)?/g, 'TIME'],
  [/\b(?:in|en) \d+(?:[.,]\d+)? (?:s|min)\b|\bat once\b|\baussitôt/g, 'DURATION'],
  [/\b\d+(?:[.,]\d+)?\s(?:ms|s)\b/g, 'DURATION'],
  [/(?<=class="reference">)[\dA-Z]{4}-[\dA-Z]{4}\b/g, 'REFERENCE'],
  [/"(\w*(?:Ms|Milliseconds))":[\d.]+/g, '"$1":MS'],
  [/"medianDays":[\d.e-]+/g, '"medianDays":DAYS'],
  [/"id":1\d{12}\b/g, '"id":MOMENT'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  // Seconds until a limit is full again.
  [/(?<=; r=\d+; )t=\d+/g, 't=SECONDS'],
  // Data get a new name at random, with every change and in every file.
  [/(?<=^W\/")[\w-]{22}(?=-)/g, 'DATA'],
];

/** No two are the same, nor of one length: they are packed, with names of data that are drawn at random. */
const SEALED_CURSOR = /("(?:cursor|retryCursor)":"|[?&;]cursor=)([\w-]{20,})/g;

/** What stands before, in and behind the entries of a feed, Atom or JSON. */
const FEED = /^(<\?xml.*?<feed.*?|\{"version":"https:\/\/jsonfeed.*?"items":)(<entry>.*<\/entry>|\[\{.*\}\])(.*)$/s;
const BETWEEN_ENTRIES = /(?=<entry>)|,(?=\{"id":)|[[\]]/;

/** How the line of a registry begins; its key follows. */
const PART = '{"type":"part","origin":{"key":';

/** They say when a feed changed, and are digests of a body that has ids under the key of one registry. */
const HEADERS_OF_FEEDS: readonly string[] = ['ETag', 'Last-Modified'];

/** All other answers may say how long something took. */
const HEAD_WITHOUT_TIMES = /^\/api\/(?!federated|admin)/;

export type Ask = Disposable & ((url: string, question: Question) => Promise<Answer>);

/** Asks over connections that stay open. A question that cannot be sent is answered by why. */
export function openAsk(): Ask {
  const agent = new Agent({ keepAlive: true });
  const ask = (url: string, { method, path, headers, body }: Question) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { hostname, port } = new URL(url);
    try {
      const all = ['Host', 'registry.example.org', ...headers.flat()];
      const outgoing = request({ hostname, port, path, method, agent, headers: all, timeout: PATIENCE_MS });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered in time`)));
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => readAnswer(incoming, { method, path }).then(resolve, reject));
      outgoing.end(body);
    } catch (error) {
      resolve({ status: 0, tag: undefined, body: '', text: String(error) });
    }
    return promise;
  };
  return Object.assign(ask, { [Symbol.dispose]: () => agent.destroy() });
}

async function readAnswer(
  incoming: IncomingMessage,
  { method, path }: Pick<Question, 'method' | 'path'>,
): Promise<Answer> {
  const bytes = Buffer.concat(await incoming.toArray());
  const { statusCode: status = 0, headers, rawHeaders } = incoming;
  const isPacked = headers['content-encoding'] === 'gzip';
  const body = (isPacked && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
  const length = headers['content-length'];
  const hasBody = method !== 'HEAD' && status !== 304;
  if (hasBody && length !== undefined && Number(length) !== bytes.length) {
    throw new Error(`The answer says that it has ${length} bytes and has ${bytes.length}.`);
  }
  const masked = withoutChance(inOneOrder(body));
  // Where a body is compared, so is its length. What has times may differ in length by chance, and packed ids too.
  const isCertain = isPacked ? masked === body : masked === inOneOrder(body).replace(UUID, 'UUID');
  const isLengthCertain = hasBody ? isCertain : HEAD_WITHOUT_TIMES.test(path) && !isPacked;
  // What is short is not packed, and how long a cursor or a time is decides about what is neither short nor long.
  const isPackedByChance = body.search(SEALED_CURSOR) !== -1 || masked !== inOneOrder(body);
  const lines = rawHeaders.flatMap((name, index) => {
    if (index % 2 === 1 || name === 'Date') return [];
    const isOfFeed = path.startsWith('/feeds/') && HEADERS_OF_FEEDS.includes(name);
    const isUncertain: Record<string, boolean> = {
      'Content-Length': !isLengthCertain,
      'Content-Encoding': isPackedByChance,
      'Retry-After': true,
    };
    return isOfFeed || isUncertain[name] ? [] : [`${name}: ${withoutChance(rawHeaders[index + 1] ?? '')}`];
  });
  return { status, tag: headers.etag, body, text: [status, ...lines, '', masked].join('\n') };
}

function withoutChance(text: string): string {
  const withoutCursors = text.replace(SEALED_CURSOR, '$1CURSOR');
  return CHANCE.reduce((masked, [pattern, word]) => masked.replace(pattern, word), withoutCursors);
}

/**
 * A stream with its parts by registry, as they come in order of arrival; a feed with its entries by what they say, as those
 * of one moment stand by their ids; any other text as it is.
 */
function inOneOrder(body: string): string {
  const [, head = '', entries, end = ''] = FEED.exec(body) ?? [];
  if (entries !== undefined) return [head, ...withoutChance(entries).split(BETWEEN_ENTRIES).toSorted(), end].join('\n');
  if (!body.startsWith('{"type":"plan"')) return body;
  const [plan, ...others] = body.split('\n');
  const parts = others.filter((line) => line.startsWith(PART)).toSorted();
  return [plan, ...parts, ...others.filter((line) => !line.startsWith(PART))].join('\n');
}

/** The anonymous ids in a text, in order. */
export function anonymousIdsIn(text: string): readonly string[] {
  return text.match(UUID) ?? [];
}
