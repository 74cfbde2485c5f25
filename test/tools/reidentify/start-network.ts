/** The registries of an invented network over real sockets; the first one asks all others as its partners. */

import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { importInto } from '../../support/registry/temporary-store.ts';
import type { Day, InventedNetwork } from './invented-network.ts';
import { PARTNER_TOKEN, snapshotOf } from './snapshots.ts';

/** Where something is asked. */
export type Place = { url: string };

type StartedNetwork = AsyncDisposable & {
  registries: readonly TestRegistry[];
  /** Changes the data of all registries to those of a day. */
  become(day: Day): void;
};

/** A day later nothing of the day before is cached. */
const CACHES_NOTHING = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };

export async function startNetwork(network: InventedNetwork, anonymises: boolean): Promise<StartedNetwork> {
  await using opened = new AsyncDisposableStack();
  const start = async (registry: number, partners: Parameters<typeof startTestRegistry>[0]['partners'] = []) =>
    opened.use(
      await startTestRegistry({
        snapshot: snapshotOf(network, registry, 1),
        settings: {
          ...CACHES_NOTHING,
          APP_SITE_HOST: `https://registry-${registry}.example.org`,
          APP_SITE_SHORTNAME: originOf(registry),
          APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
          APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
          APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: keyOf(registry),
        },
        partners,
      }),
    );
  const others: TestRegistry[] = [];
  for (let registry = 1; registry < network.size.registries; registry += 1) others.push(await start(registry));
  const partners = others.map(({ url }, index) => ({ key: `r${index + 1}`, name: originOf(index + 1), url }));
  const registries = [await start(0, partners), ...others];
  // It learns the versions of its partners.
  await registries[0]?.json('/api/federated/stats');
  const resources = opened.move();
  return {
    registries,
    become(day) {
      for (const [registry, { context }] of registries.entries()) {
        importInto(context.store, snapshotOf(network, registry, day));
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The key of anonymous ids, 32 bytes in hexadecimal digits. */
export function keyOf(registry: number): string {
  return (registry + 16).toString(16).repeat(32);
}

/** The name of a registry in its records. */
function originOf(registry: number): string {
  return `Net${registry}`;
}
