/** What traces are sent to: it keeps what it was sent, or does what a collector should not. */

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span, with its attributes by name. */
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  isError: boolean;
  attributes: Record<string, unknown>;
};

export type Collector = AsyncDisposable & {
  url: string;
  /** Everything that it was sent, as it came. */
  bodies: string[];
  spans(): SentSpan[];
};

type Attribute = { key: string; value: Record<string, unknown> };
type Span = Omit<SentSpan, 'isError' | 'attributes'> & { status?: { code?: number }; attributes: Attribute[] };

const ERROR = 2;

export async function startCollector(answer = (res: ServerResponse) => void res.end('{}')): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    bodies.push(await text(req));
    answer(res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    spans: () => bodies.flatMap(spansIn),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ traceId, spanId, parentSpanId, name, kind, status, attributes }) => ({
      ...{ traceId, spanId, parentSpanId, name, kind },
      isError: status?.code === ERROR,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
