/** One invented network, started, looked at on two days by whoever asks, and gone again. */

import { openAsker } from './asking.ts';
import { narrow, type Rows, readLists, readSearches, type Viewer } from './harvest.ts';
import { type InventedNetwork, inventNetwork, type Listing, type NetworkSize } from './invented-network.ts';
import { askOthers, type Feeds, genesAskedFor, readFeeds, type Told } from './other-routes.ts';
import { startCopy, type Weakness } from './planted.ts';
import { countNames, hiddenInFacets, readFiles, seen } from './probes.ts';
import type { Sight } from './sight.ts';
import { MEMBER_TOKEN, PARTNER_TOKEN } from './snapshots.ts';
import { type Place, startNetwork } from './start-network.ts';

export type Spying = {
  size: NetworkSize;
  /** Whether withheld people are shown without their names, or not at all. */
  anonymises?: boolean;
  /** What each registry has in place of what it should have. */
  weaknesses?: readonly Weakness[];
  /** Whether every route that shows rows is asked for every gene. */
  comparesRoutes?: boolean;
  /** Most questions of one kind to one registry. */
  mostQuestions?: number;
};

export type Spied = {
  network: InventedNetwork;
  /** What the public sees on each day. */
  before: Sight;
  sight: Sight;
  /** What an account of the first registry sees, and a partner of all, on the second day. */
  asMember: Sight;
  asPartner: Sight;
  /** What routes without rows tell, where all routes were compared. */
  others: readonly Told[];
  cost: { questions: number; bytes: number; startSeconds: number; askSeconds: number };
};

const MOST_QUESTIONS = 3000;
/** So much of what should tell nothing is tried; more only where that told something. */
const TRIED = 40;

export const VIEWERS: Record<'member' | 'partner', Viewer & { reads(listing: Listing): boolean }> = {
  member: {
    token: (registry) => (registry === 0 ? MEMBER_TOKEN : undefined),
    reads: ({ registry, levels }) => registry === 0 && levels[2] === 1,
  },
  partner: {
    token: () => PARTNER_TOKEN,
    reads: ({ levels, hasConsented }) => hasConsented && levels[2] !== null,
  },
};

export async function spyOn(spying: Spying): Promise<Spied> {
  const { size, anonymises = true, weaknesses = [], comparesRoutes = false, mostQuestions = MOST_QUESTIONS } = spying;
  const network = inventNetwork(size);
  const began = performance.now();
  await using started = await startNetwork(network, anonymises);
  await using copies = new AsyncDisposableStack();
  const startSeconds = (performance.now() - began) / 1000;
  const places: Place[] = [];
  for (const [registry, real] of started.registries.entries()) {
    const copied = { network, registry, weaknesses: new Set(weaknesses) };
    places.push(weaknesses.length === 0 ? real : copies.use(await startCopy(real, copied)));
  }
  using asker = openAsker();
  const { genes } = network;
  const readRows = async (): Promise<Rows> => {
    const lists = await readLists(asker, places);
    return new Map([...lists, ...(comparesRoutes ? await readSearches(asker, places, genes) : [])]);
  };
  const before = seen(await readRows());
  const asked = genesAskedFor(genes, before.rows.get('/api/genes') ?? []);
  const readsOthers = comparesRoutes && places[0] !== undefined;
  const feedsBefore: Feeds = readsOthers ? await readFeeds(asker, places[0] as Place, asked) : new Map();
  started.become(2);
  const rows = await readRows();
  const whole = { genes, most: mostQuestions };
  const facets = await moreOnlyWhereTold(genes, mostQuestions, (some) => hiddenInFacets(asker, places, some));
  rows.set('facets', facets);
  if (!comparesRoutes) {
    const files = await moreOnlyWhereTold(genes, mostQuestions, async (some) => {
      return (await readFiles(asker, places, some)).filter(({ more }) => Object.keys(more).length > 0);
    });
    rows.set('/export', files);
  }
  const narrowed = anonymises ? await narrow(asker, places, { rows }, whole) : new Map();
  const counted = await countNames(asker, places, rows, mostQuestions);
  const [asMember, asPartner] = [
    seen(await readLists(asker, places, VIEWERS.member)),
    seen(await readLists(asker, places, VIEWERS.partner)),
  ];
  const others = readsOthers ? await askOthers(asker, places, { rows }, { genes: asked, feedsBefore, before }) : [];
  const askSeconds = (performance.now() - began) / 1000 - startSeconds;
  return {
    network,
    before,
    sight: seen(rows, { narrowed, counted }),
    asMember,
    asPartner,
    others,
    cost: { ...asker.cost(), startSeconds, askSeconds },
  };
}

/** A few first, and all where the few told something. */
async function moreOnlyWhereTold<Thing, Told>(
  things: readonly Thing[],
  most: number,
  ask: (some: readonly Thing[]) => Promise<Told[]>,
): Promise<Told[]> {
  const first = await ask(things.slice(0, TRIED));
  return first.length === 0 ? first : [...first, ...(await ask(things.slice(TRIED, most)))];
}
