/** What belongs to the service and not to the data, as its users hold it: tokens, references of requests, feeds, anonymous ids. */

import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';

const ANN = { origin: 'local', name: 'Ann', reason: 'We have a family with a variant in this gene.' };

/** Takes an anonymous id of a hidden researcher. */
export async function anonymousIdAt(url: string): Promise<string> {
  const found = await fetch(`${url}/api/genes/search?symbol=BRCA1&taxonId=9606`);
  const rows = (await found.json()) as { anonymousId?: string }[];
  const id = rows.find(({ anonymousId }) => anonymousId !== undefined)?.anonymousId;
  if (id === undefined) throw new Error(`There is nobody hidden (${found.status}): ${JSON.stringify(rows)}`);
  return id;
}

/**
 * Asks for access to whom an anonymous id stands for. Returns the status, and the reference where it was taken.
 *
 * @param from the address of the asker, where the registry trusts a web server of this machine
 */
export async function askAccess(url: string, anonymousId: string, contact: string, from?: string) {
  const reply = await fetch(`${url}/api/federated/access-requests`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Accept: 'application/json' },
      ...(from !== undefined && { 'X-Forwarded-For': from }),
    },
    body: JSON.stringify({ ...ANN, contact, anonymousId }),
  });
  const { reference } = (await reply.json()) as { reference?: string };
  return { status: reply.status, reference, retryAfter: reply.headers.get('retry-after') };
}

/** The references of the requests that administrators are shown, the newest first. */
export async function requestsAt(url: string, token: string): Promise<(string | null)[]> {
  const reply = await fetch(`${url}/api/admin/access-requests`, { headers: { Authorization: `Bearer ${token}` } });
  const { requests } = (await reply.json()) as { requests: { reference: string | null }[] };
  return requests.map(({ reference }) => reference);
}

/** Whether whoever sends this token is let in. */
export async function isAccepted(url: string, token: string): Promise<boolean> {
  // Of several processes each new connection asks the next one.
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const reply = await fetch(`${url}/api/stats`, { headers });
  await reply.arrayBuffer();
  return reply.status === 200;
}

/** The status for an anonymous id that was given before. */
export async function statusOfAnonymousId(url: string, id: string): Promise<number> {
  const reply = await fetch(`${url}/api/genes/by-anonymous-id/${id}`);
  await reply.arrayBuffer();
  return reply.status;
}

/** How many questions of feeds a file holds. */
export function questionsIn(file: string): number {
  using store = openSqliteStore(file, { makesFile: false, ...(file.includes('-state') && { format: STATE_FORMAT }) });
  sqliteState(store);
  return store.read((tx) => store.query<[number]>('SELECT count(*) FROM standing_question').first(tx)?.[0] ?? 0);
}
