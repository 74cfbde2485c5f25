/** How the checks of docs/compatibility.md put their questions, and the registries they put them to. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Snapshot, SnapshotUser } from '../../../../src/domain/record/snapshot.ts';
import { importSnapshotFrom } from '../../../../src/files/snapshot-file.ts';
import { ALPHA_SNAPSHOT, ANONYMISING, startAlpha } from '../../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../../support/registry/start-registry.ts';
import { type Answer, askRaw, exchangeBytes } from '../../../support/server/raw-http.ts';

/** The same people twice: with anonymised results, and without. */
export type Registries = { plain: TestRegistry; anonymising: TestRegistry };
export type Check = (registries: Registries) => Promise<void>;

// biome-ignore lint/suspicious/noExplicitAny: a check says what it expects of an answer by what it reads of it
export type Json = any;
type Headers = Record<string, string>;

/** The one website whose scripts may read these registries. */
export const MAINSITE = 'http://main.example.org';
/** A researcher whom everybody sees. */
export const PUBLIC_USER = 19;

export async function startRegistries(): Promise<Registries & AsyncDisposable> {
  const resources = new AsyncDisposableStack();
  const settings = { APP_SITE_MAINSITE: MAINSITE };
  const plain = resources.use(await startAlpha(settings));
  const anonymising = resources.use(await startAlpha({ ...settings, ...ANONYMISING }));
  return { plain, anonymising, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

export function ask(registry: TestRegistry, path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, path, { method, headers: { 'User-Agent': 'checks', ...headers } });
}

export async function json(registry: TestRegistry, path: string, headers: Headers = {}): Promise<Json> {
  return JSON.parse((await ask(registry, path, headers)).text);
}

export async function statusOf(
  registry: TestRegistry,
  path: string,
  headers: Headers = {},
  method = 'GET',
): Promise<number> {
  return (await ask(registry, path, headers, method)).status;
}

export function bearer(token: string): Headers {
  return { Authorization: `Bearer ${token}` };
}

/** The first line and the body of what comes back for a request written by hand. */
export async function handWritten(registry: TestRegistry, requestLine: string): Promise<[string, string]> {
  const answer = await exchangeBytes(registry.url, `${requestLine}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return [answer.split('\r\n', 1)[0] ?? '', answer.slice(answer.indexOf('\r\n\r\n') + 4)];
}

export function alphaSnapshot(): Snapshot {
  return JSON.parse(gunzipSync(readFileSync(ALPHA_SNAPSHOT)).toString());
}

/** The snapshot with one of its people changed. */
export function withUser(userId: number, change: Partial<SnapshotUser>): Snapshot {
  const snapshot = alphaSnapshot();
  const users = snapshot.users.map((user) => (user.id === userId ? { ...user, ...change } : user));
  return { ...snapshot, users };
}

export async function importInto({ context }: TestRegistry, snapshot: Snapshot): Promise<void> {
  const input = { name: 'a test', read: async () => Buffer.from(JSON.stringify(snapshot)) };
  await importSnapshotFrom(input, context.store, () => {});
}

export function idsOf(users: Json[]): number[] {
  return users.map(({ id }) => id);
}

export function isAscending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
}

export const BY_NAME = '/api/users/search?prefix=false&nameLike=';
export const BY_DESCRIPTION = '/api/users/search?descriptionLike=';
export const IN_HUMAN = '/api/genes/search?taxonId=9606&symbol=';

export async function firstAnonymous(registry: TestRegistry, listing: string): Promise<string> {
  const { content } = await json(registry, listing);
  return content.find(({ anonymousId }: Json) => anonymousId !== undefined).anonymousId;
}
