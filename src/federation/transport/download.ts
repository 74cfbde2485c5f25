/** Downloads published files piece by piece, only over connections on which nobody can change them. */

import { Agent, type Dispatcher, request } from 'undici';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import { UnreadableFile } from '../../domain/problem.ts';
import { isThisMachine } from '../../domain/web-address.ts';
import { type CallPhase, toCallFailure } from './call-failures.ts';
import { partnerConnector } from './connector.ts';
import { firstOf, REDIRECTS } from './exchange.ts';

export type DownloadLimits = {
  connectTimeoutMs: number;
  /** How long the host may send no byte, in milliseconds. */
  silenceMs: number;
  /** The size of the file as it is sent. */
  mostBytes: number;
};

type Download = AsyncDisposable & {
  /** Undefined if the host does not state it. */
  totalBytes: number | undefined;
  /**
   * The bytes of the file as they are sent; they can be read once.
   *
   * @throws UnreadableFile while it is read, if it breaks off, sends nothing for too long, or is too long
   */
  bytes: AsyncIterable<Uint8Array>;
};

const MOST_REDIRECTS = 5;

/**
 * Requests a file over https, or over http from this machine. Follows redirects to https only. Sends no credential and
 * no cookie.
 *
 * @throws UnreadableFile, whose problem follows the address in a sentence
 */
export async function openDownload(
  address: string,
  { userAgent, limits }: { userAgent: string; limits: DownloadLimits },
): Promise<Download> {
  const start = startOf(address);
  const agent = new Agent({
    connect: partnerConnector(limits.connectTimeoutMs),
    headersTimeout: limits.silenceMs,
    bodyTimeout: limits.silenceMs,
    allowH2: false,
  });
  try {
    const { headers, body } = await followed(start, { agent, userAgent, limits });
    const totalBytes = lengthIn(headers);
    if (totalBytes !== undefined && totalBytes > limits.mostBytes) throw tooLong(limits);
    return { totalBytes, bytes: bounded(body, limits), [Symbol.asyncDispose]: () => agent.destroy() };
  } catch (error) {
    await agent.destroy();
    throw error;
  }
}

/** Returns an address without its parameters, which may contain a credential. */
export function shownAddress(address: URL): string {
  return address.origin === 'null'
    ? `${address.protocol}//${address.host}${address.pathname}`
    : address.origin + address.pathname;
}

function startOf(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw new UnreadableFile('is no address; one such as https://example.org/gene_info.gz is');
  if (hasCredential(url)) {
    throw new UnreadableFile('has a user name or a password in it; only files that are open to everybody are fetched');
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) return url;
  throw new UnreadableFile(
    `begins with ${url.protocol}//; files are fetched over https://, or http:// from this machine`,
  );
}

type Way = { agent: Agent; userAgent: string; limits: DownloadLimits };

async function followed(start: URL, way: Way): Promise<Answer> {
  let url = start;
  let led = '';
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const { statusCode, headers, body } = await answerOf(url, way, led);
    const location = firstOf(headers.location);
    if (!REDIRECTS.has(statusCode) || location === undefined) return checked({ statusCode, headers, body }, led);
    // Frees the connection of the redirect.
    body.destroy();
    url = redirectTarget(url, location);
    led = `leads to ${shownAddress(url)}, which `;
  }
  throw new UnreadableFile(`redirects more than ${MOST_REDIRECTS} times in a row`);
}

async function answerOf(url: URL, { agent, userAgent, limits }: Way, led: string): Promise<Answer> {
  const headers = { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': 'identity' };
  try {
    const response = await request(url, { dispatcher: agent, headers });
    // The error reaches the reader of the body; if there is none, it does not matter.
    response.body.on('error', () => {});
    return response;
  } catch (error) {
    throw failed(error, 'asked', { limits, led });
  }
}

function redirectTarget(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  if (to === null) throw new UnreadableFile('redirects to something that is no address');
  if (hasCredential(to)) throw new UnreadableFile('redirects to an address with a user name or a password in it');
  if (to.protocol === 'https:') return to;
  throw new UnreadableFile(`redirects to ${shownAddress(to)}, but redirects are followed only to https://`);
}

function hasCredential({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** Checks the status and the content coding of an answer. A file in gzip coding is unpacked later, like any packed file, by its first bytes. */
function checked(answer: Answer, led: string): Answer {
  if (answer.statusCode !== 200) throw new UnreadableFile(`${led}answers ${answer.statusCode}, but must answer 200`);
  const coding = firstOf(answer.headers['content-encoding']) ?? '';
  if (/^(?:|identity|gzip|x-gzip)$/i.test(coding.trim())) return answer;
  throw new UnreadableFile(`${led}sends it in a content coding that was not asked for; only gzip is known`);
}

function lengthIn(headers: Answer['headers']): number | undefined {
  const length = firstOf(headers['content-length']);
  return length === undefined ? undefined : Number(length);
}

async function* bounded(body: AsyncIterable<Uint8Array>, limits: DownloadLimits): AsyncGenerator<Uint8Array> {
  let count = 0;
  try {
    for await (const chunk of body) {
      count += chunk.length;
      if (count > limits.mostBytes) throw tooLong(limits);
      yield chunk;
    }
  } catch (error) {
    throw failed(error, 'body', { limits, led: '' });
  }
}

function tooLong({ mostBytes }: DownloadLimits): UnreadableFile {
  return new UnreadableFile(`is longer than ${mostBytes.toLocaleString('en')} bytes, and no more are fetched`);
}

function failed(
  error: unknown,
  phase: CallPhase,
  { limits, led }: { limits: DownloadLimits; led: string },
): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const isSilent = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(String((error as NodeJS.ErrnoException).code));
  const title = isSilent
    ? `sent nothing for ${limits.silenceMs / 1000} s`
    : titleOf(toCallFailure(error, phase).reason);
  return new UnreadableFile(led + title);
}
