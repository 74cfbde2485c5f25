/** Asking for access as a person does: the form, the message, and the page of the request. All of it is invented. */

import { vi } from 'vitest';
import { PATIENT } from '../machine/patience.ts';
import type { ScriptedMailServer, TakenMessage } from '../machine/scripted-mail-server.ts';
import { ANONYMISING } from './alpha-registry.ts';

export const ACCESS_FORM = {
  name: 'Ada Roe',
  organisation: 'Example Hospital',
  contact: 'ada@example.org',
  reason: 'We have a family with a variant in this gene.',
  language: 'en',
} as const;

/** Settings of a registry that anonymises and sends mail to this port. */
export function mailTo(port: number): Record<string, string> {
  return {
    ...ANONYMISING,
    APP_SETTINGS_MAIL_HOST: '127.0.0.1',
    APP_SETTINGS_MAIL_PORT: String(port),
    APP_SETTINGS_MAIL_SECURITY: 'none',
    APP_SETTINGS_MAIL_FROM: 'registry@alpha.example.org',
    APP_SETTINGS_MAIL_TO: 'first@alpha.example.org,second@alpha.example.org',
  };
}

/** Asks for access to a researcher who is anonymised there, the first one or another. */
export async function askForAccess(url: string, change: object = {}, which = 0): Promise<Response> {
  const send = await sendingAccess(url, change, which);
  return send();
}

/** Sends the same form about the same id whenever it is called. */
export async function sendingAccess(url: string, change: object = {}, which = 0): Promise<() => Promise<Response>> {
  const listed = await fetch(`${url}/api/genes?size=2000`);
  const { content } = (await listed.json()) as { content: { anonymousId?: string }[] };
  const id = content.filter(({ anonymousId }) => anonymousId !== undefined)[which]?.anonymousId;
  const body = new URLSearchParams({ ...ACCESS_FORM, ...change });
  return () => fetch(`${url}/search/gene/by-anonymous-id/${id}/request-access`, { method: 'POST', body });
}

/** The path of the page that a message leads to. */
export function linkIn({ text }: Pick<TakenMessage, 'text'>): string {
  return /https:\/\/alpha\.example\.org(\/requests\/[\w-]+)/.exec(text)?.[1] ?? '';
}

/** The path of the page of the request whose message comes next; nothing is confirmed. */
export async function requestByMail(url: string, server: ScriptedMailServer, change: object = {}): Promise<string> {
  const before = server.messages.length;
  await askForAccess(url, change);
  await vi.waitUntil(() => server.messages.length > before, PATIENT);
  return linkIn(server.messages[before] ?? { text: '' });
}

/** What a person sends who chooses that a request is theirs, or is not. */
export function choose(url: string, path: string, choice: 'mine' | 'not-mine' | undefined): Promise<Response> {
  const body = new URLSearchParams(choice === undefined ? {} : { choice });
  return fetch(url + path, { method: 'POST', body });
}
