/** A request for access on its way to the person whom it is about, as administrators and that person act. All of it is invented. */

import { vi } from 'vitest';
import type { AccessForm } from '../../../src/domain/contact/access-form.ts';
import { PATIENT } from '../machine/patience.ts';
import type { ScriptedMailServer, TakenMessage } from '../machine/scripted-mail-server.ts';
import { ACCESS_FORM } from './access-form.ts';
import { TOKENS } from './alpha-registry.ts';
import type { TestRegistry } from './start-registry.ts';

const ADMIN = { Authorization: `Bearer ${TOKENS.admin}` };
let senders = 0;

export type OpenRequest = {
  id: number;
  /** The path of the page of whoever asked. */
  page: string;
  /** The address of whoever asked. */
  contact: string;
};

/** A confirmed request about a researcher who is anonymised there, the first one or the last. */
export async function confirmedRequest(
  { context, json }: TestRegistry,
  which: 0 | -1 = 0,
  change: Partial<AccessForm> = {},
): Promise<OpenRequest> {
  const { accessRequests } = context.registry;
  const { content } = await json('/api/genes?size=2000');
  const { anonymousId } = content.filter((record: object) => 'anonymousId' in record).at(which);
  const form = { ...ACCESS_FORM, contact: `ada${++senders}@example.org`, ...change };
  const received = await accessRequests.receive(anonymousId, form, 'by-message');
  if (typeof received === 'string') throw new Error(received);
  await accessRequests.confirm(received.pageKey);
  await accessRequests.noteSent(received.id, 'request');
  return { id: received.id, page: `/requests/${received.pageKey}`, contact: form.contact };
}

export function forward(registry: TestRegistry, { id }: Pick<OpenRequest, 'id'>): Promise<Response> {
  return registry.get(`/api/admin/access-requests/${id}/forward`, { method: 'POST', headers: ADMIN });
}

export async function stored(registry: TestRegistry, { id }: Pick<OpenRequest, 'id'>) {
  const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
  return requests.find((one: OpenRequest) => one.id === id);
}

/** The paths of the pages that a message leads to, in its first language. */
export function answerLinks({ text }: Pick<TakenMessage, 'text'>): string[] {
  const found = text.matchAll(/https:\/\/alpha\.example\.org(\/answer\/[\w-]+\?lang=en)/g);
  return [...new Set([...found].map(([, path]) => path ?? ''))];
}

/** Forwards it and waits for the message. */
export async function forwardedLink(
  registry: TestRegistry,
  server: ScriptedMailServer,
  request: Pick<OpenRequest, 'id'>,
): Promise<string> {
  const before = server.messages.length;
  const { status } = await forward(registry, request);
  if (status !== 204) throw new Error(`not forwarded: ${status}`);
  await vi.waitUntil(() => server.messages.length > before, PATIENT);
  await registry.context.personRound?.();
  return answerLinks(server.messages[before] ?? { text: '' })[0] ?? '';
}

/** What the page asks to be typed. */
export async function signsOn(registry: TestRegistry, link: string): Promise<string> {
  return /Type (\w{4}) to confirm/.exec(await (await registry.get(link)).text())?.[1] ?? '';
}

export async function answer(registry: TestRegistry, link: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ typed: await signsOn(registry, link), ...fields });
  return registry.get(link, { method: 'POST', body });
}
