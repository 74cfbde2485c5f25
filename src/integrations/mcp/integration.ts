/** `/mcp` and `isearch-proxy mcp`: assistants call the tools of this registry over the Model Context Protocol. */

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { type Request, type Response, Router } from 'express';
import { isThisMachine } from '../../domain/web-address.ts';
import { errorReplyInForm } from '../../server/reply/error-reply.ts';
import { refuseOtherMethods } from '../../server/reply/methods.ts';
import { endWith } from '../../server/reply/replies.ts';
import { addHeader, setOnNode } from '../../server/reply/reply-headers.ts';
import { jsonBodyReader } from '../../server/request/request-body.ts';
import type { IntegrationOptions, IntegrationStreams } from '../integration.ts';
import { boundedLines } from './bounded-lines.ts';
import { serverFactory, type ToolsOptions } from './tools.ts';

const PATH = '/mcp';
const MOST_BODY_BYTES = 64 * 1024;
/** How many subscriptions may be open. Each is an open connection that never carries anything, as the tools stay the same. */
const MOST_SUBSCRIPTIONS = 16;
/** Error codes of JSON-RPC 2.0; `refused` is the first of those to which a server may give its own meaning. */
const CODES = { unreadable: -32700, notARequest: -32600, internal: -32603, refused: -32000 } as const;

const TOO_LONG = `The message has more than ${MOST_BODY_BYTES} bytes. Allowed: at most ${MOST_BODY_BYTES}.`;

const readBody = jsonBodyReader(MOST_BODY_BYTES);

export function openIntegration(given: IntegrationOptions): Router {
  return mcpRoutes(given, serverFactory(toolsOptions(given)));
}

type RoutesOptions = Pick<IntegrationOptions, 'admit' | 'stopping' | 'reportFault'> & {
  site: Pick<IntegrationOptions['site'], 'host'>;
};

/**
 * Makes the routes. They are stateless: each request is answered on its own, in either revision of the protocol. A
 * request whose `Host` or `Origin` is neither this registry nor this machine is refused, against DNS rebinding.
 */
export function mcpRoutes({ site, admit, stopping, reportFault }: RoutesOptions, makeServer: () => McpServer): Router {
  const isOurs = ownNames(site.host);
  const handler = createMcpHandler(makeServer, {
    maxSubscriptions: MOST_SUBSCRIPTIONS,
    // Refused requests are errors of the caller, so they are not reported here.
    onerror: () => {},
  });
  stopping.addEventListener('abort', () => void handler.close(), { once: true });
  const answer = toNodeHandler(
    { fetch: async (...question) => withoutConnection(await handler.fetch(...question)) },
    { onerror: (error) => reportFault(error, { method: 'POST', path: PATH }) },
  );
  const routes = Router();
  routes.use(PATH, (req, res, next) => {
    const refused = strangerOf(req, isOurs);
    if (refused !== undefined) replyWithError(res, 403, CODES.refused, refused);
    else next();
  });
  routes.use(PATH, admit);
  routes.post(PATH, async (req, res) => {
    const body = await readBody(req, res);
    // A batch would make several calls that count as one request.
    if (Array.isArray(body)) {
      replyWithError(res, 400, CODES.notARequest, 'The body is a batch. Allowed: one JSON-RPC message.');
      return;
    }
    addHeader(res, 'Cache-Control', 'no-store');
    setOnNode(res);
    await answer(req, res, body);
  });
  routes.all(PATH, refuseOtherMethods('POST, OPTIONS'));
  routes.use(
    PATH,
    errorReplyInForm(reportFault, (res, { status, code, message }) =>
      replyWithError(res, status, codeOf(code), message),
    ),
  );
  return routes;
}

/** Answers the program that started this one, until it closes the input or `ended` is aborted. */
export async function answerOnStreams(
  given: IntegrationOptions,
  { input, output, ended }: IntegrationStreams,
): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { promise: over, resolve } = Promise.withResolvers<void>();
  // The transport would end the conversation at a line that exceeds its buffer.
  const lines = boundedLines(MOST_BODY_BYTES, () => output.write(`${errorText(CODES.notARequest, TOO_LONG)}\n`));
  input.pipe(lines);
  lines.once('end', resolve);
  input.once('close', resolve);
  // The program that started this one reads no answers any more.
  output.once('error', () => resolve());
  ended.addEventListener('abort', () => resolve(), { once: true });
  const served = serveStdio(serverFactory(toolsOptions(given)), {
    transport: new StdioServerTransport(lines, output, { maxBufferSize: 2 * MOST_BODY_BYTES }),
  });
  await over;
  input.unpipe(lines).pause();
  await served.close();
}

function toolsOptions({ reportFault, ...given }: IntegrationOptions): ToolsOptions {
  return { ...given, reportFault: (error, tool) => reportFault(error, { method: 'POST', path: `${PATH} ${tool}` }) };
}

/** Returns a check whether a host name is that of this registry or of this machine. */
function ownNames(address: string): (hostname: string) => boolean {
  const own = new URL(address).hostname;
  return (hostname) => hostname === own || isThisMachine(hostname);
}

/** Returns why a request is refused for its `Host` or `Origin`; undefined if both are allowed. */
function strangerOf({ headers: { host, origin } }: Request, isOurs: (hostname: string) => boolean): string | undefined {
  const named = URL.parse(`http://${host}`)?.hostname ?? '';
  if (!isOurs(named)) return 'Host names another host. Allowed: the host of this registry.';
  if (origin === undefined || isOurs(URL.parse(origin)?.hostname ?? '')) return undefined;
  return 'Origin names another website. Allowed: the address of this registry, or no Origin.';
}

/** The handler would keep every connection open, also where the client or a stop of this registry ends it. */
function withoutConnection(response: globalThis.Response): globalThis.Response {
  response.headers.delete('Connection');
  return response;
}

function replyWithError(res: Response, status: number, code: number, message: string): void {
  endWith(res, status, 'application/json', Buffer.from(errorText(code, message)));
}

function errorText(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

function codeOf(code: string): number {
  if (code === 'internal') return CODES.internal;
  return code === 'body-invalid' ? CODES.unreadable : CODES.refused;
}
