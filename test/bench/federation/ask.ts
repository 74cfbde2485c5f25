/** One reader of federated answers, who notes when what they wait for arrives. */

import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { machineMs } from './clock.ts';

/** Times by the clock of the machine. */
export type Asked = { askedMs: number; answeredMs: number; status: number; text: string };
export type Streamed = {
  /** When the first part of a partner had arrived. */
  firstPartMs: number;
};

export type Reader = Disposable & {
  /** Asks for the whole answer, and reads it to its end. @throws Error when it breaks off */
  ask(path: string, signal: AbortSignal): Promise<Asked>;
  /** Asks for the parts as they arrive. @throws Error when no partner has a part */
  stream(path: string, signal: AbortSignal): Promise<Streamed>;
};

const PART_OF_PARTNER = '{"type":"part","origin":{"key":"partner-';

/** Opens a reader, who keeps their connections. */
export function openReader(url: string): Reader {
  const agent = new Agent({ keepAlive: true });

  function send(path: string, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request: ClientRequest = get(url + path, { agent, signal, headers: { Accept: accept } }, resolve);
    request.on('error', reject);
    return promise;
  }

  return {
    async ask(path, signal) {
      const askedMs = machineMs();
      const answer = await send(path, 'application/json', signal);
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const answeredMs = machineMs();
      return { askedMs, answeredMs, status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
    },

    async stream(path, signal) {
      const answer = await send(path, 'application/x-ndjson', signal);
      let text = '';
      let firstPartMs: number | undefined;
      for await (const chunk of answer) {
        const nowMs = machineMs();
        text += (chunk as Buffer).toString('latin1');
        const start = text.indexOf(PART_OF_PARTNER);
        if (firstPartMs === undefined && start !== -1 && text.indexOf('\n', start) !== -1) firstPartMs = nowMs;
      }
      if (firstPartMs === undefined) throw new Error(`${path} was answered without a part of any partner.`);
      return { firstPartMs };
    },

    [Symbol.dispose]: () => agent.destroy(),
  };
}
