/** One reader of federated answers, who notes when what they wait for arrives. */

import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { machineMs } from './clock.ts';

/** Times by the clock of the machine. */
export type Asked = { askedMs: number; answeredMs: number; status: number; text: string };
export type Streamed = {
  askedMs: number;
  /** When the part of each partner had arrived, by its key. */
  partsMs: ReadonlyMap<string, number>;
};

export type Reader = Disposable & {
  /** Asks for the whole answer, and reads it to its end. @throws Error when it breaks off */
  ask(path: string, signal: AbortSignal): Promise<Asked>;
  /** Asks for the parts as they arrive. @throws Error when no partner has a part */
  stream(path: string, signal: AbortSignal): Promise<Streamed>;
};

const PART_OF_PARTNER = /^\{"type":"part","origin":\{"key":"(?<key>partner-\d+)"/;

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
      const askedMs = machineMs();
      const answer = await send(path, 'application/x-ndjson', signal);
      const partsMs = new Map<string, number>();
      let rest = '';
      for await (const chunk of answer) {
        const nowMs = machineMs();
        const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const key = PART_OF_PARTNER.exec(line)?.groups?.key;
          if (key !== undefined) partsMs.set(key, nowMs);
        }
      }
      if (partsMs.size === 0) throw new Error(`${path} was answered without a part of any partner.`);
      return { askedMs, partsMs };
    },

    [Symbol.dispose]: () => agent.destroy(),
  };
}
