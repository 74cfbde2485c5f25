/** Two registries over real sockets that can be given any twins, and two others that ask one of them each as a partner. */

import { dependingOn, json, status } from '../../src/demo/partner-behaviours.ts';
import type { Script } from '../../src/demo/scripted-call.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import type { Subscription } from '../../src/registry/state/subscriptions.ts';
import { freePort } from '../support/machine/free-port.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { importInto } from '../support/registry/temporary-store.ts';
import type { Twins } from './twin-of.ts';

export const PARTNER_TOKEN = 'token-of-a-partner';
export const FRONT_ADMIN_TOKEN = 'token-of-an-administrator-in-front';
/** Of the anonymous ids: with the same key, people without names are in the same order. */
export const KEY = '5a'.repeat(32);
const KEEPS_NO_ANSWERS = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
const FRONT_ADMIN_ID = 4;

/** How a question comes to a registry: by itself, or by way of another registry. */
export type Way = 'directly' | 'by way of another registry';

export type TwinRegistries = AsyncDisposable & {
  /**
   * Gives two registries of the right setting the data of twins.
   *
   * @returns where each of the twins is asked
   */
  become(twins: Twins, way: Way): readonly [one: string, other: string];
  /** The path of the link that whoever asked one of them for messages is sent; undefined where none is. */
  linkSentTo(address: string, url: string): string | undefined;
};

type Pair = { one: TestRegistry; other: TestRegistry; fronts: readonly [TestRegistry, TestRegistry] };

/**
 * Another partner of those in front, which knows nobody, and refuses some questions as put, so that it stays healthy: the
 * pages of an answer then end with what leads to whoever failed.
 */
const OFTEN_REFUSES: Script = {
  '/api/users': dependingOn(({ params }) => (params.get('size') === '2' ? status(400, 'No.') : json(NO_ROWS))),
  '/api/genes': dependingOn(({ params }) => (params.get('size') === '3' ? status(400, 'No.') : json(NO_ROWS))),
  '/api/genes/search': dependingOn(({ params }) => (params.get('symbol') === 'SHH' ? status(400, 'No.') : json([]))),
  '/api/users/search': dependingOn(({ params }) => (params.has('nameLike') ? status(400, 'No.') : json([]))),
};
const NO_ROWS = { content: [], totalElements: 0 };

/** Starts two registries with anonymised results on and two with them off, and one in front of each. */
export async function startTwinRegistries(): Promise<TwinRegistries> {
  await using opened = new AsyncDisposableStack();
  const other = opened.use(await startScriptedPartner(OFTEN_REFUSES));
  const pairs = { on: await startPair(opened, true, other.url), off: await startPair(opened, false, other.url) };
  const resources = opened.move();

  return {
    become(twins, way) {
      const { one, other, fronts } = twins.anonymises ? pairs.on : pairs.off;
      importInto(one.context.store, twins.one);
      importInto(other.context.store, twins.other);
      return way === 'directly' ? [one.url, other.url] : [fronts[0].url, fronts[1].url];
    },
    linkSentTo(address, url) {
      const all = [pairs.on, pairs.off].flatMap(({ one, other, fronts }) => [one, other, ...fronts]);
      const registry = all.find((each) => each.url === url);
      return registry && linkOf(registry, address);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** As the message holds it, which no mail server of these registries takes. */
function linkOf({ context: { store, registry } }: TestRegistry, address: string): string | undefined {
  const byAddress = store.query<[Uint8Array]>('SELECT id FROM subscription WHERE address = ? AND due_day IS NULL');
  const [id] = store.read((tx) => byAddress.first(tx, address)) ?? [];
  if (id === undefined) return undefined;
  return `/subscriptions/${registry.subscriptions.linkToken('confirm', { id } as Subscription)}/confirm`;
}

async function startPair(opened: AsyncDisposableStack, anonymises: boolean, otherUrl: string): Promise<Pair> {
  const settings = {
    APP_SITE_HOST: 'https://twin.example.org',
    SERVER_TRUSTED_PROXIES: '127.0.0.1',
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
    APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(await freePort()) },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@twin.example.org' },
    APP_SETTINGS_MAIL_TO: 'admin@twin.example.org',
  };
  const startTwin = async () => opened.use(await startTestRegistry({ snapshot: smallSnapshot(), settings }));
  const startFront = async (twin: TestRegistry) => {
    const front = opened.use(
      await startTestRegistry({
        snapshot: frontSnapshot(),
        settings: { ...settings, ...KEEPS_NO_ANSWERS, APP_SITE_HOST: 'https://front.example.org' },
        partners: [
          { key: 'twin', name: 'Twin', url: twin.url, token: PARTNER_TOKEN },
          { key: 'other', name: 'Other', url: otherUrl },
        ],
      }),
    );
    // From then on it knows the version of its partner.
    await front.json('/api/federated/stats');
    return front;
  };
  const [one, other] = [await startTwin(), await startTwin()];
  return { one, other, fronts: [await startFront(one), await startFront(other)] };
}

function frontSnapshot(): Snapshot {
  const accessTokens = [{ token: FRONT_ADMIN_TOKEN, expiresAt: '2999-01-01T00:00:00Z' }];
  const admin = aUser(FRONT_ADMIN_ID, { roles: ['ROLE_ADMIN', 'ROLE_USER'], accessTokens });
  return smallSnapshot({ users: [admin], remoteSearchUserId: null });
}
