/** What becomes of a request for access where its sender does not see it: who has it, and what they say. */

import type { RequestStep } from '../../../src/domain/contact/request-step.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { ADMIN_ID } from './invented-people.ts';

type Registry = Pick<TestRegistry, 'context'>;
type Fate = (registry: Registry, id: number) => Promise<unknown>;

const ADMIN = { kind: 'admin', userId: ADMIN_ID, hasAdminRole: true, hasServiceRole: false } as const;
const UNTIL = '2999-01-01';

/** Nothing of any of them may be shown to whoever asked. */
export const FATES: readonly Fate[] = [
  async () => {},
  ({ context }, id) => context.registry.forwardedRequests.forward(ADMIN, id),
  (registry, id) => askPerson(registry, id, 'asked'),
  (registry, id) => askPerson(registry, id, 'undelivered'),
  noted({ state: 'forwarded', answer: null, note: 'By telephone.' }),
  noted({ state: 'declined', answer: null, note: 'By telephone.' }),
  noted({ state: 'answered', answer: null, note: null }),
  answered({ state: 'declined', answer: null, note: 'No time.' }),
  answered({ state: 'not-now', answer: null, note: UNTIL }),
  async (registry, id) => {
    await answered({ state: 'declined', answer: null, note: null })(registry, id);
    await registry.context.registry.forwardedRequests.forward(ADMIN, id);
  },
];

/** Deletes all requests, and what is due about them. */
export function forgetRequests({ context: { store } }: Registry): void {
  store.write((tx) => {
    for (const table of ['access_request_step', 'access_request', 'asked_person']) tx.run(`DELETE FROM ${table}`);
  });
}

/** The last request that came with an address; undefined where none is there. */
export function requestOf({ context: { store } }: Registry, contact: string): { id: number; page: string } | undefined {
  const last = store.query<[number, Uint8Array]>(
    'SELECT id, page_key FROM access_request WHERE contact = ? ORDER BY id DESC LIMIT 1',
  );
  const [id, key] = store.read((tx) => last.first(tx, contact)) ?? [];
  if (id === undefined || key === undefined) return undefined;
  return { id, page: `/requests/${id}-${Buffer.from(key).toString('base64url')}` };
}

/**
 * Forwards it to the person whom it is about, with all that is due to anybody, as if a mail server took the messages or
 * refused them.
 *
 * @returns the path of the page that the message leads to; undefined where she is sent none
 */
export async function askPerson(
  { context }: Registry,
  id: number,
  outcome: 'asked' | 'undelivered',
): Promise<string | undefined> {
  const { forwardedRequests } = context.registry;
  await forwardedRequests.forward(ADMIN, id);
  const links: string[] = [];
  for (let due = await forwardedRequests.claim(); due !== undefined; due = await forwardedRequests.claim()) {
    for (const { message, note } of due.messages) {
      links.push(...message.links);
      await note(outcome);
    }
    await due.settle();
  }
  const link = links.find((one) => one.startsWith(`${id}-`));
  return link && `/answer/${link}`;
}

function noted(step: RequestStep): Fate {
  return async ({ context }, id) => {
    const { accessRequests } = context.registry;
    const { requests } = await accessRequests.list(ADMIN);
    const seen = requests.find((request) => request.id === id)?.history.length ?? 0;
    return accessRequests.note(ADMIN, id, step, seen);
  };
}

function answered(step: RequestStep): Fate {
  return async (registry, id) => {
    const link = await askPerson(registry, id, 'asked');
    if (link !== undefined)
      await registry.context.registry.forwardedRequests.answer(link.replace('/answer/', ''), step);
  };
}
