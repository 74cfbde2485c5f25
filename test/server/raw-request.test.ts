import { once } from 'node:events';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveRawRequestLines } from '../../src/server/raw-request.ts';
import type { RefusedRequest } from '../../src/server/refusal.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const RAW_SEARCH = '/api/users/search?nameLike=Müller&prefix=true';
const ENCODED_SEARCH = '/api/users/search?nameLike=M%C3%BCller&prefix=true';
const MAX_LINE_BYTES = 4096;
const HOST = 'Host: registry.example.org\r\n';
const REST = `HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

describe('a request line with raw bytes', () => {
  test('a partner finds Müller, and the route sees the percent-encoded address', async () => {
    await using server = await startServer();
    const answer = await server.ask(get(RAW_SEARCH, 'close'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bodiesOf(answer)).toEqual([`GET ${ENCODED_SEARCH} from 127.0.0.1`]);
    expect(server.refused).toEqual([]);
  });

  test('every byte from 80 to ff is encoded, every printable one is left as it came', async () => {
    await using server = await startServer();
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const answer = await server.ask(Buffer.from(`GET /?a=${String.fromCharCode(byte)}b ${REST}`, 'latin1'));
      expect(bodiesOf(answer)).toEqual([`GET /?a=%${byte.toString(16).toUpperCase()}b from 127.0.0.1`]);
    }
    const printable = '[]|{}"<>\\^`~!$\'()*,;:@=&%zz';
    expect(bodiesOf(await server.ask(get(`/?a=${printable}ü[`, 'close')))).toEqual([
      `GET /?a=${printable}%C3%BC[ from 127.0.0.1`,
    ]);
  });

  test.each([
    ['in the path', '/Zürich', '/Z%C3%BCrich'],
    ['as its first query byte', '/?ü', '/?%C3%BC'],
    ['in an absolute address', 'http://registry.example.org/?q=ü', 'http://registry.example.org/?q=%C3%BC'],
    ['in the host', 'http://müller.example.org/', 'http://m%C3%BCller.example.org/'],
    ['in several scripts', '/?q=Łódź+東京+🧬', '/?q=%C5%81%C3%B3d%C5%BA+%E6%9D%B1%E4%BA%AC+%F0%9F%A7%AC'],
    ['beside escapes', '/?q=%25ü%zz', '/?q=%25%C3%BC%zz'],
  ])('%s', async (_where, raw, encoded) => {
    await using server = await startServer();
    expect(bodiesOf(await server.ask(get(raw, 'close')))).toEqual([`GET ${encoded} from 127.0.0.1`]);
  });

  test('it may arrive in two packets, cut anywhere', async () => {
    await using server = await startServer();
    const request = Buffer.from(get('/?a=Müller&b=ö', 'close'));
    const cuts = Array.from({ length: request.length - 1 }, (_, index) => index + 1);
    const answers = await Promise.all(cuts.map((cut) => server.ask(request.subarray(0, cut), request.subarray(cut))));
    for (const answer of answers) expect(bodiesOf(answer)).toEqual(['GET /?a=M%C3%BCller&b=%C3%B6 from 127.0.0.1']);
  });

  test('it may arrive byte by byte', async () => {
    await using server = await startServer();
    const request = Buffer.from(get('/?a=ÄÖÜß', 'close'));
    const answer = await server.ask(...[...request].map((byte) => Buffer.from([byte])));
    expect(bodiesOf(answer)).toEqual(['GET /?a=%C3%84%C3%96%C3%9C%C3%9F from 127.0.0.1']);
  });

  test('its headers may come in later packets', async () => {
    await using server = await startServer();
    const answer = await server.ask(
      'GET /?ü HTTP/1.1\r\n',
      'Host: registry.exa',
      'mple.org\r\nConnection: close\r',
      '\n\r\n',
    );
    expect(bodiesOf(answer)).toEqual(['GET /?%C3%BC from 127.0.0.1']);
  });

  test('HEAD is answered without a body', async () => {
    await using server = await startServer();
    const answer = await server.ask(`HEAD /?ü ${REST}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  test('a body after it is read', async () => {
    await using server = await startServer(echoBody);
    const post = `POST /?ü HTTP/1.1\r\nHost: registry.example.org\r\nConnection: close\r\nContent-Length: 4\r\n\r\nü`;
    expect(bodiesOf(await server.ask(post, 'xy'))).toEqual(['POST /?%C3%BC: üxy']);
  });
});

describe('the connection of a raw request line', () => {
  test('serves what comes before and after it, one after the other', async () => {
    await using server = await startServer();
    await using client = await server.open();
    for (const path of ['/a', '/b?ü', '/c', '/d?ö', '/e?ä', '/f']) {
      expect(bodiesOf(await client.exchange(get(path)))).toEqual([`GET ${encodeURI(path)} from 127.0.0.1`]);
    }
  });

  test('serves pipelined requests in order, though the first ones take their time', async () => {
    const slowly: Handler = async (request, response) => {
      if (request.url === '/slow') await wait(200);
      response.end(request.url);
    };
    await using server = await startServer(slowly, { headersTimeout: 120, requestTimeout: 120 });
    const answer = await server.ask(
      get('/slow') + get('/slow') + get('/b?ü') + get('/c') + get('/d?ö') + get('/e', 'close'),
    );
    expect(bodiesOf(answer)).toEqual(['/slow', '/slow', '/b?%C3%BC', '/c', '/d?%C3%B6', '/e']);
  });

  test('serves a pipelined one behind answers too large to be sent at once', async () => {
    const large = 'x'.repeat(500_000);
    await using server = await startServer(async (request, response) => {
      if (request.url === '/slow') await wait(60);
      response.end(request.url === '/large' ? large : request.url);
    });
    const answer = await server.ask(get('/slow') + get('/large') + get('/c') + get('/d?ü') + get('/e', 'close'));
    expect(bodiesOf(answer)).toEqual(['/slow', large, '/c', '/d?%C3%BC', '/e']);
  });

  test('serves a raw request line that arrives while an earlier answer is under way', async () => {
    await using server = await startServer(async (request, response) => {
      if (request.url === '/slow') await wait(60);
      response.end(request.url);
    });
    const answer = await server.ask(
      get('/slow'),
      'GET /b?',
      'ü',
      '&c=ö HTTP',
      `/1.1\r\n${HOST}\r\n`,
      get('/e', 'close'),
    );
    expect(bodiesOf(answer)).toEqual(['/slow', '/b?%C3%BC&c=%C3%B6', '/e']);
  });

  test('serves one after a body that does not end in a line feed', async () => {
    await using server = await startServer(echoBody);
    const post = `POST /a HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`;
    expect(bodiesOf(await server.ask(post, get('/b?ü', 'close')))).toEqual(['POST /a: abc', 'GET /b?%C3%BC: ']);
    expect(bodiesOf(await server.ask(post + get('/b?ü', 'close')))).toEqual(['POST /a: abc', 'GET /b?%C3%BC: ']);
  });

  test('serves nothing after an answer that closes it', async () => {
    const served: string[] = [];
    await using server = await startServer(async (request, response) => {
      served.push(request.url ?? '');
      await wait(30);
      response.setHeader('Connection', 'close').end(request.url);
    });
    expect(bodiesOf(await server.ask(get('/a') + get('/b?ü')))).toEqual(['/a']);
    expect(served).toEqual(['/a']);
  });

  test('ends with the answer that was asked to close it', async () => {
    await using server = await startServer(async (request, response) => {
      await wait(30);
      response.end(request.url);
    });
    expect(bodiesOf(await server.ask(get('/a', 'close') + get('/b?ü')))).toEqual(['/a']);
  });

  test('does not accumulate listeners, however many come', async () => {
    let counts: Record<string, number> = {};
    await using server = await startServer((request, response) => {
      const { socket } = request;
      counts = Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
      response.end(request.url);
    });
    await using client = await server.open();
    await client.exchange(get('/?ü'));
    const first = counts;
    for (let request = 0; request < 200; request += 1) await client.exchange(get(`/${request}?ü`));
    expect(counts).toEqual(first);
  });

  test('is closed when it idles', async () => {
    await using server = await startServer(answerAddress, { keepAliveTimeout: 80 });
    await using client = await server.open();
    await client.exchange(get('/?ü'));
    const { ms, unhinderedMs } = await client.untilClosed();
    expect(ms).toBeGreaterThan(50);
    expect(unhinderedMs).toBeLessThan(1000);
  });

  test('is not closed as idle while a raw request after an ordinary one is worked on', async () => {
    await using server = await startServer(
      async (request, response) => {
        if (request.url !== '/a') await wait(300);
        response.end(request.url);
      },
      { keepAliveTimeout: 60 },
    );
    await using client = await server.open();
    expect(bodiesOf(await client.exchange(get('/a')))).toEqual(['/a']);
    expect(bodiesOf(await client.exchange(get('/b?ü')))).toEqual(['/b?%C3%BC']);
  });

  test('outlives the time allowed for the headers of one request', async () => {
    await using server = await startServer(answerAddress, { headersTimeout: 200, requestTimeout: 200 });
    await using client = await server.open();
    for (let request = 0; request < 8; request += 1) {
      expect(await client.exchange(get('/?ü'))).toMatch(/^HTTP\/1\.1 200/);
      await wait(60);
    }
    expect(server.refused).toEqual([]);
  });

  test('is closed with the server when idle', async () => {
    await using server = await startServer();
    await using client = await server.open();
    await client.exchange(get('/?ü'));
    const closed = once(server.http, 'close');
    const tookMs = stopwatch();
    server.http.close();
    await closed;
    expect(tookMs()).toBeLessThan(1000);
    await client.untilClosed();
  });

  test('is closed by closeAllConnections with half a raw line on it', async () => {
    await using server = await startServer();
    await using client = await server.open();
    client.socket.write('GET /?ü&rest=');
    await wait(30);
    server.http.close();
    server.http.closeAllConnections();
    expect((await client.untilClosed()).unhinderedMs).toBeLessThan(500);
  });

  test('finishes its answer when the server closes', async () => {
    const came = Promise.withResolvers<void>();
    await using server = await startServer(
      async (request, response) => {
        came.resolve();
        await wait(60);
        response.end(request.url);
      },
      { keepAliveTimeout: 50 },
    );
    const answer = server.ask(get('/?ü'));
    await came.promise;
    server.http.close();
    expect(bodiesOf(await answer)).toEqual(['/?%C3%BC']);
  });
});

// Side by side, as most of the time is spent waiting for what does not come.
describe.concurrent('what is no request', () => {
  const tooMany = 'a'.repeat(20_000);
  test.each([
    ['garbage', 'secret garbage\r\n\r\n', 400, 'HPE_INVALID_METHOD'],
    ['a TLS greeting', '\x16\x03\x01\x00\x00\r\n', 400, 'HPE_INVALID_METHOD'],
    ['a raw byte in the method', `GÉT /?secret ${REST}`, 400, 'HPE_INVALID_METHOD'],
    ['a raw byte in the scheme', `GET sécret://a/ ${REST}`, 400, 'HPE_INVALID_URL'],
    ['an unknown method with a raw byte', `PATCH /?sécret ${REST}`, 400, 'HPE_INVALID_URL'],
    ['a control character', `GET /?secret\x01 ${REST}`, 400, 'HPE_INVALID_URL'],
    ['a tab', `GET /?secret\t ${REST}`, 400, 'HPE_INVALID_URL'],
    ['a blank', `GET /?secret name ${REST}`, 400, 'HPE_INVALID_CONSTANT'],
    ['a raw byte and a blank', `GET /?sécret name ${REST}`, 400, 'HPE_INVALID_CONSTANT'],
    ['a strange version', 'GET /?sécret HTTP/9.9\r\n\r\n', 400, 'HPE_INVALID_VERSION'],
    ['a bare line feed', 'GET /?sécret HTTP/1.1\n\n', 400, 'HPE_INVALID_VERSION'],
    ['a raw byte in a header name', `GET / HTTP/1.1\r\nsécret: x\r\n\r\n`, 400, 'HPE_INVALID_HEADER_TOKEN'],
    ['a long header', `GET / HTTP/1.1\r\nsecret: ${tooMany}\r\n\r\n`, 431, 'HPE_HEADER_OVERFLOW'],
    ['a long header after a raw byte', `GET /ü HTTP/1.1\r\na: ${tooMany}\r\n\r\n`, 431, 'HPE_HEADER_OVERFLOW'],
    ['a long line', `GET /secret${tooMany} ${REST}`, 414, 'HPE_HEADER_OVERFLOW'],
    ['a long raw line', `GET /sécret${'a'.repeat(5000)} ${REST}`, 414, 'HPE_INVALID_URL'],
    ['a raw line that becomes too long', `GET /${'ü'.repeat(2000)}${tooMany}`, 414, 'HPE_INVALID_URL'],
    ['half a request', 'GET /?secret', 408, 'ERR_HTTP_REQUEST_TIMEOUT'],
    ['half a raw request', 'GET /?sécret', 408, 'ERR_HTTP_REQUEST_TIMEOUT'],
    ['nothing', '', 408, 'ERR_HTTP_REQUEST_TIMEOUT'],
  ])('%s is answered with its status', async (_what, sent, status, code) => {
    await using server = await startServer(answerAddress, { headersTimeout: 250, requestTimeout: 300 });
    const answer = await server.ask(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n');
    expect(answer).toContain('\r\nConnection: close\r\n');
    expect(bodiesOf(answer)).toEqual([STATUS_CODES[status]]);
    expect(server.refused).toMatchObject([{ status, code, remoteAddress: '127.0.0.1' }]);
    expect(answer + JSON.stringify(server.refused)).not.toMatch(/s[eé]cret/);
  });

  test('a long line in many packets is answered 414', async () => {
    await using server = await startServer();
    expect(await server.ask('GET /a', ...Array.from({ length: 9 }, () => 'b'.repeat(2000)))).toMatch(
      /^HTTP\/1\.1 414 /,
    );
    const raw = Array.from({ length: 9 }, () => 'ü'.repeat(500));
    expect(await server.ask('GET /a', ...raw)).toMatch(/^HTTP\/1\.1 414 /);
  });

  test('raw bytes that drip in do not win more time than other headers get', async () => {
    await using server = await startServer(answerAddress, { headersTimeout: 150, requestTimeout: 1000 });
    await using client = await server.open();
    client.socket.write('GET /?');
    const drip = setInterval(() => client.socket.write('ü'), 40);
    const { unhinderedMs } = await client.untilClosed();
    clearInterval(drip);
    expect(unhinderedMs).toBeLessThan(600);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('the earlier answer comes first', async () => {
    await using server = await startServer(async (request, response) => {
      await wait(40);
      response.end(request.url);
    });
    const answer = await server.ask(`${get('/a')}garbage\r\n\r\n`);
    expect(bodiesOf(answer)).toEqual(['/a', 'Bad Request']);
  });

  test('a body that fails while it is being answered cuts the answer off', async () => {
    await using server = await startServer((_request, response) => response.write('so far'));
    const answer = await server.ask(`POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    expect(answer).toContain('so far');
    expect(answer).not.toContain('400');
  });

  test('a body that fails before it is answered is answered 400', async () => {
    await using server = await startServer(echoBody);
    const answer = await server.ask(`POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a body that fails after it was answered closes the connection', async () => {
    await using server = await startServer();
    const answer = await server.ask(`POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('a refused client that neither reads nor closes is cut off', async ({ expect }) => {
    await using server = await startServer();
    await using client = await server.open({ allowHalfOpen: true });
    client.socket.write('garbage\r\n\r\n');
    const chatter = setInterval(() => client.socket.write('x'.repeat(1000)), 20);
    const { unhinderedMs } = await client.untilClosed();
    clearInterval(chatter);
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(unhinderedMs).toBeLessThan(1800);
    await expect.poll(() => connectionsOf(server.http)).toBe(0);
  });

  test('a client that resets in the middle of anything harms nobody', async ({ expect }) => {
    await using server = await startServer(async (_request, response) => {
      await wait(20);
      response.end('late');
    });
    const halves = [
      'GET /?ü',
      get('/?ü'),
      get('/a') + get('/b?ü'),
      `${get('/a')}garbage`,
      'garbage',
      `POST /ü ${REST}`,
    ];
    for (const sent of halves) {
      const client = await server.open();
      client.socket.write(sent);
      await wait(5);
      client.socket.resetAndDestroy();
    }
    expect(bodiesOf(await server.ask(get('/?ü', 'close')))).toEqual(['late']);
    await expect.poll(() => connectionsOf(server.http)).toBe(0);
  });
});

describe('whatever is thrown at the port', () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('GET ', 'HEAD ', 'POST ', '/?a=', 'ü', 'Ö', ' HTTP/1.1', '\r\n', HOST, '\r\n\r\n', REST)
      .map((text) => Buffer.from(text)),
    fc
      .constantFrom(get('/a'), get('/?ü'), 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'CONNECT a:1 ')
      .map((text) => Buffer.from(text)),
  );

  test('is answered or closed, and the server goes on', async () => {
    const options = { headersTimeout: 150, requestTimeout: 200, keepAliveTimeout: 100 };
    await using server = await startServer(answerAddress, options);
    const streams = fc.array(fc.array(fc.array(pieces, { maxLength: 5 }), { maxLength: 3 }), {
      minLength: 60,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(streams, async (clients) => {
        const asked = clients.map((packets) => server.ask(...packets.map((packet) => Buffer.concat(packet))));
        const tookMs = stopwatch();
        await Promise.all(asked);
        expect(tookMs(), 'none hangs').toBeLessThan(1900);
        expect(bodiesOf(await server.ask(get('/?ü', 'close')))).toEqual(['GET /?%C3%BC from 127.0.0.1']);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    await expect.poll(() => connectionsOf(server.http)).toBe(0);
  });

  test('any address that has no control character is served, whatever packets it comes in', async () => {
    await using server = await startServer();
    const address = fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => bytes.filter((byte) => byte > 0x20 && byte !== 0x7f));
    const runs = fc.array(fc.tuple(address, fc.array(fc.nat(90), { maxLength: 4 })), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(runs, async (requests) => {
        const asked = requests.map(async ([bytes, cuts]) => {
          const request = Buffer.concat([Buffer.from('GET /?'), bytes, Buffer.from(` ${REST}`)]);
          const answer = await server.ask(...cutAt(request, cuts));
          const encoded = [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : percent(byte))).join('');
          expect(bodiesOf(answer)).toEqual([`GET /?${encoded} from 127.0.0.1`]);
        });
        await Promise.all(asked);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

async function startServer(handler: Handler = answerAddress, options: ServerOptions = {}) {
  const server = createServer({ connectionsCheckingInterval: 30, keepAliveTimeoutBuffer: 10, ...options }, handler);
  const refused: RefusedRequest[] = [];
  serveRawRequestLines({
    server,
    maxRequestLineBytes: MAX_LINE_BYTES,
    onRefused: (one) => refused.push(one),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    http: server,
    refused,
    open: (settings: { allowHalfOpen?: boolean } = {}) => openClient(connect({ port, host: '127.0.0.1', ...settings })),
    ask: async (...packets: (string | Buffer)[]) => {
      await using client = await openClient(connect(port, '127.0.0.1'));
      for (const packet of packets) {
        client.socket.write(packet);
        await wait(2);
      }
      await client.untilClosed();
      return client.received();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openClient(socket: Socket) {
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return {
    socket,
    received,
    exchange: async (request: string) => {
      chunks.length = 0;
      socket.write(request);
      while (bodiesOf(received()).length === 0 && !socket.destroyed) await once(socket, 'data');
      return received();
    },
    untilClosed: async () => {
      const startMs = performance.now();
      const tookMs = stopwatch();
      await closed;
      return { ms: performance.now() - startMs, unhinderedMs: tookMs() };
    },
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
    },
  };
}

function answerAddress(request: IncomingMessage, response: ServerResponse): void {
  response.end(`${request.method} ${request.url} from ${request.socket.remoteAddress}`);
}

function echoBody(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => response.end(`${request.method} ${request.url}: ${Buffer.concat(chunks)}`));
}

function get(path: string, connection = 'keep-alive'): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}Connection: ${connection}\r\n\r\n`;
}

/** The bodies of all complete answers, by their Content-Length. */
function bodiesOf(answers: string): string[] {
  const bodies: string[] = [];
  let rest = Buffer.from(answers);
  for (;;) {
    const head = rest.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(rest.subarray(0, head).toString())?.[1]);
    if (head === -1 || Number.isNaN(length)) return bodies;
    bodies.push(rest.subarray(head + 4, head + 4 + length).toString());
    rest = rest.subarray(head + 4 + length);
  }
}

function cutAt(request: Buffer, cuts: number[]): Buffer[] {
  const ends = [...cuts, request.length].sort((one, other) => one - other);
  return ends.map((end, index) => request.subarray(ends[index - 1] ?? 0, end));
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
