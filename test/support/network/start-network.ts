/**
 * Several of our own registries in one process, each asking the others. Between every two of them is a line, which keeps
 * what went over it and can be set to misbehave:
 *
 *     await using network = await startNetwork([
 *       { key: 'a', snapshot: smallSnapshot(), tokens: { b: 'token-for-b' } },
 *       { key: 'b', snapshot: smallSnapshot() },
 *     ]);
 *     await network.at('a').json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606');
 *     network.line('a', 'b').requests;
 */

import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartnerEntry } from '../../../src/config/partners.ts';
import { openFront, passOn } from '../../../src/demo/front.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../registry/start-registry.ts';

export type NetworkMember = {
  /** As the others call it, in `origins=` and in tests. */
  key: string;
  snapshot: Snapshot | string;
  /** Dotted keys in the form of environment names. */
  settings?: Record<string, string>;
  /** The keys of the members it asks; all others when it does not say. */
  asks?: readonly string[];
  /** What it sends to others, by their key; nothing to those that are not named. */
  tokens?: Readonly<Record<string, string>>;
  /** Whom it writes to about others, by their key. */
  contacts?: Readonly<Record<string, string>>;
  /** Partners of its own beside the other members. */
  partners?: readonly PartnerEntry[];
};

export type LineRequest = { method: string; path: string; params: URLSearchParams; headers: Record<string, string> };

/** What one member asks another over. */
export type Line = {
  url: string;
  /** Every request so far, in order of arrival. */
  requests: LineRequest[];
  /** Those that are questions, not looks at the version. */
  questions(): LineRequest[];
  /** Answers itself from now on; without a listener the registry at its end does. */
  behave(listener?: RequestListener): void;
};

export type Network = AsyncDisposable & {
  at(key: string): TestRegistry;
  /** The line by which `by` asks `to`. */
  line(by: string, to: string): Line;
};

/** The name that partners are configured with, which is not what they call themselves. */
export function nameOf(key: string): string {
  return `Registry ${key.toUpperCase()}`;
}

/** Answers when everybody runs and knows the versions of the others. */
export async function startNetwork(members: readonly NetworkMember[]): Promise<Network> {
  await using opened = new AsyncDisposableStack();
  const lines = new Map<string, OpenLine>();
  for (const member of members) {
    for (const to of partnersOf(member, members)) lines.set(`${member.key} ${to}`, opened.use(await openLine()));
  }
  const lineOf = (by: string, to: string): OpenLine => {
    const line = lines.get(`${by} ${to}`);
    if (line === undefined) throw new Error(`There is no line from ${by} to ${to}.`);
    return line;
  };
  const started = await Promise.all(
    members.map(async (member) => {
      const { key, snapshot, settings, tokens = {}, contacts = {}, partners = [] } = member;
      const others = partnersOf(member, members).map((to) => ({
        ...partnerEntry(to, lineOf(key, to).url, tokens[to]),
        ...(contacts[to] === undefined ? {} : { contact: contacts[to] }),
      }));
      const named = { APP_SITE_SHORTNAME: `${key}-net`, APP_SITE_HOST: `https://${key}.example.org` };
      const registry = await startTestRegistry({
        snapshot,
        settings: { ...named, ...settings },
        partners: [...others, ...partners],
      });
      return [key, opened.use(registry)] as const;
    }),
  );
  const registries = new Map(started);
  for (const [names, line] of lines) line.standBefore(registries.get(names.split(' ')[1] ?? '')?.url ?? '');
  await Promise.all([...registries.values()].map(versionsLearned));
  const resources = opened.move();
  return {
    at: (key) => {
      const registry = registries.get(key);
      if (registry === undefined) throw new Error(`There is no registry ${key}.`);
      return registry;
    },
    line: lineOf,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Waits until it knows the version of every partner: before, it asks them in another dialect. */
export async function versionsLearned({ context }: TestRegistry): Promise<void> {
  const isAnyUnknown = () => context.federation.partnerStates(PUBLIC_VIEWER).some(({ version }) => version === null);
  while (isAnyUnknown()) await sleep(2);
}

function partnersOf({ key, asks }: NetworkMember, members: readonly NetworkMember[]): readonly string[] {
  return asks ?? members.map((other) => other.key).filter((other) => other !== key);
}

function partnerEntry(key: string, url: string, token: string | undefined): PartnerEntry {
  return { key, url, name: nameOf(key), ...(token === undefined ? {} : { token }) };
}

type OpenLine = Line & AsyncDisposable & { standBefore(url: string): void };

async function openLine(): Promise<OpenLine> {
  const front = await openFront({ host: '127.0.0.1', port: 0 });
  const requests: LineRequest[] = [];
  let behaviour: RequestListener | undefined;
  return {
    url: front.url,
    requests,
    questions: () => requests.filter(({ path }) => path !== '/api'),
    behave(listener) {
      behaviour = listener;
    },
    standBefore: (behind) =>
      front.setListener((request, response) => {
        const { method = '', url = '' } = request;
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        requests.push({ method, path: url, params: new URL(url, behind).searchParams, headers });
        if (behaviour === undefined) passOn(behind, request, response);
        else behaviour(request, response);
      }),
    [Symbol.asyncDispose]: () => front[Symbol.asyncDispose](),
  };
}
