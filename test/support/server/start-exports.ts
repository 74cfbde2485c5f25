/** Files of searches on a real socket, over a registry that finds what a test lets it find. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { LOCAL_ORIGIN } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { type FoundRecord, noAnswer, type Question, type Source } from '../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { fanOut } from '../../../src/federation/fan-out.ts';
import { planner } from '../../../src/federation/federated-plan.ts';
import { wholeSearch } from '../../../src/federation/federated-search.ts';
import { workbookPieces } from '../../../src/files/workbook-writer.ts';
import { FILE_LIMITS, type FileLimits, fileSlots } from '../../../src/server/limits/work-in-flight.ts';
import { errorReply } from '../../../src/server/reply/error-reply.ts';
import { readAddress } from '../../../src/server/request/request-context.ts';
import { exportRoutes, READER_LIMITS, type ReaderLimits } from '../../../src/server/routes/export-routes.ts';

export const MEBIBYTE = 1024 * 1024;
const RECORD: FoundRecord = {
  json: JSON.stringify({ lastName: 'Researcher', description: 'x'.repeat(10_000) }),
  order: undefined,
  isAnonymised: false,
  geneId: undefined,
};

/** Records whose text is so long together, or a little more. */
export function recordsOf(bytes: number): readonly FoundRecord[] {
  return Array<FoundRecord>(Math.ceil(bytes / RECORD.json.length)).fill(RECORD);
}

type Options = {
  limits?: Partial<FileLimits>;
  readerLimits?: Partial<ReaderLimits>;
  /** What a search for a symbol finds. */
  find(symbol: string): Promise<readonly FoundRecord[]>;
};

/** An answer as far as it got: without its end when it was cut off. */
export type Taken = { status: number; headers: IncomingMessage['headers']; text: string; isWhole: boolean };

export async function startExports({ limits = {}, readerLimits = {}, find }: Options) {
  const source: Source = {
    key: LOCAL_ORIGIN,
    name: 'AlphaNet',
    url: 'https://alpha.example.org',
    version: () => '1.5.10',
    getCached: () => undefined,
    ask: async (question) => {
      const records = await find(symbolOf(question));
      return { ...noAnswer('answered', reason('failed')), problem: undefined, isExact: true, records };
    },
  };
  const sources = () => [source];
  const fan = fanOut({ searchTimeoutMs: 10_000 });
  const server = express()
    .use(
      exportRoutes({
        read: async ({ originalUrl }) => ({ ...readAddress(originalUrl), viewer: PUBLIC_VIEWER }),
        viewerNow: async (viewer) => viewer,
        features: { apiEnabled: true, searchByGene: true, searchByResearcher: true, anonymises: false },
        wholeSearch: wholeSearch({ sources, plan: planner({ sources, fanOut: fan, seen: (part) => part }) }),
        host: 'https://alpha.example.org',
        now: () => new Date(),
        limiter: fileSlots({ ...FILE_LIMITS, ...limits }),
        workbookWriter: async () => workbookPieces,
        readerLimits: { ...READER_LIMITS, ...readerLimits },
      }),
    )
    .use(errorReply(() => {}))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pathOf = (symbol: string) => `/export?format=json&symbol=${symbol}&taxonId=9606`;
  return {
    url: `http://127.0.0.1:${port}`,
    pathOf,
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    /** Asks for the file and reads it, with a pause after each of its chunks. */
    read: (symbol: string, from?: string, pauseMs = 0) => readFile({ port, path: pathOf(symbol), from, pauseMs }),
    idle: (symbol: string, from?: string) => askAndReadNothing({ port, path: pathOf(symbol), from }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function symbolOf(question: Question): string {
  return question.kind === 'genes-search' ? question.query.symbol : '';
}

type ExportRequest = {
  port: number;
  path: string;
  from?: string | undefined;
  /** Whom a web server in front says that it asks for. */
  forwardedFor?: string;
};

const headersOf = (forwardedFor: string | undefined) => ({
  Host: 'alpha.example.org',
  ...(forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
});

/** Asks from this address of the machine, and reads all there is; throws when nothing at all is answered. */
export async function readFile({
  port,
  path,
  from = '127.0.0.1',
  forwardedFor,
  pauseMs = 0,
}: ExportRequest & { pauseMs?: number }): Promise<Taken> {
  const options = { host: '127.0.0.1', port, path, localAddress: from, headers: headersOf(forwardedFor) };
  const outgoing = get({ ...options, agent: false });
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      if (pauseMs > 0) await wait(pauseMs);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  const { statusCode: status = 0, headers, complete: isWhole } = incoming;
  return { status, headers, text: Buffer.concat(chunks).toString(), isWhole };
}

/** Asks from this address of the machine, and reads nothing of what comes. */
export function askAndReadNothing({ port, path, from = '127.0.0.1', forwardedFor }: ExportRequest): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => {});
  socket.pause();
  const lines = Object.entries(headersOf(forwardedFor)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}
