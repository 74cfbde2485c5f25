/** The network of the demonstration: registries in one process, each at its own address, each asking the others. */

import type { RequestListener } from 'node:http';
import type { RunningRegistry, startRegistry } from '../app/main.ts';
import type { Config } from '../config/config.ts';
import { type Front, MOOD_PATH, type Mood, openFront } from './front.ts';

/** One registry; it is a partner of the others by its `key`. */
export type DemoMember = {
  readonly key: string;
  /** Its configuration. `server.port` is its public port, also if a front listens there. */
  readonly config: Config;
  /** Makes the listener in front of the registry, which then listens on another port. */
  readonly front?: (behind: string) => RequestListener;
  /** Whether it has moods: the trials on the start page of the first member use this one. */
  readonly isMoody?: boolean;
};

export type DemoRegistry = { readonly key: string; readonly url: string; readonly running: RunningRegistry };

export type DemoNetwork = AsyncDisposable & { readonly registries: readonly DemoRegistry[] };

type RegistryOptions = Parameters<typeof startRegistry>[0];

type StartOptions = {
  /** Members without a front come first. */
  members: readonly DemoMember[];
  startRegistry: typeof startRegistry;
  logTo?: NonNullable<RegistryOptions['logTo']>;
  onProgress?: NonNullable<RegistryOptions['onProgress']>;
};

/**
 * Starts all members. Fronts take their ports before any database is opened. A partner that is a member is asked at the
 * actual address of that member, so any free port (0) works.
 */
export async function startDemoNetwork({ members, startRegistry, ...shared }: StartOptions): Promise<DemoNetwork> {
  await using opened = new AsyncDisposableStack();
  const fronts = new Map<string, Front>();
  for (const { key, config, front } of members) {
    if (front !== undefined) fronts.set(key, opened.use(await openFront(config.server)));
  }
  const urls = new Map([...fronts].map(([key, { url }]) => [key, reachable(url)]));
  const moody = urls.get(members.find(({ isMoody }) => isMoody === true)?.key ?? '');
  const trials = moody === undefined ? [] : demoTrials(moody);
  const registries: DemoRegistry[] = [];
  for (const { key, config, front } of members) {
    const placed = withPartnersAt(urls, front === undefined ? config : behindFront(config, urls.get(key) ?? ''));
    const running = opened.use(
      await startRegistry({ ...shared, config: placed, ...(key === members[0]?.key ? { trials } : {}) }),
    );
    if (front === undefined) urls.set(key, reachable(running.url));
    else fronts.get(key)?.setListener(front(running.url));
    registries.push({ key, url: urls.get(key) ?? reachable(running.url), running });
  }
  const resources = opened.move();
  return { registries, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Replaces the address for all interfaces by that of this machine. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Makes the registry listen only on this machine, for its front, and with the front's address as its own. */
function behindFront(config: Config, url: string): Config {
  const { server, app } = config;
  return {
    ...config,
    server: { ...server, host: '127.0.0.1', port: 0 },
    app: { ...app, site: { ...app.site, host: url } },
  };
}

function withPartnersAt(urls: ReadonlyMap<string, string>, config: Config): Config {
  const { app } = config;
  const { isearch } = app.settings;
  const partners = isearch.partners.map((partner) => ({ ...partner, url: urls.get(partner.key) ?? partner.url }));
  return { ...config, app: { ...app, settings: { ...app.settings, isearch: { ...isearch, partners } } } };
}

type Trials = NonNullable<Parameters<typeof startRegistry>[0]['trials']>;

/** How long a mood lasts: long enough for the search that follows; a repeated search finds the registry well. */
const MOOD_SECONDS = 6;
/** Candidate genes as an exome may give them: for all but one, the network has people. */
const LIST = 'SCN1A\nKCNQ2\nSTXBP1\nMECP2\nCDKL5\nBRCA1\nTP53\nTTN';

/** Returns the trials of the start page. @param moody the address of the registry with moods */
function demoTrials(moody: string): Trials {
  const setMood = (be: Mood) => async () => {
    const answer = await fetch(`${moody}${MOOD_PATH}?be=${be}&for=${MOOD_SECONDS}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${moody} cannot be made ${be}: ${await answer.text()}`);
  };
  return [
    { kind: 'slow', page: 'search', params: { symbol: 'SCN2A', taxonId: '9606' }, prepare: setMood('slow') },
    { kind: 'down', page: 'search', params: { symbol: 'SHH', taxonId: '9606' }, prepare: setMood('down') },
    { kind: 'withheld', page: 'search', params: { symbol: 'BRCA1', taxonId: '9606', 'only-name': 'withheld' } },
    { kind: 'list', page: 'genes', params: { text: LIST } },
  ];
}
