/** Walks through partners that change: each ends, shows nobody twice, loses nobody, and its last page tells the truth. */

import type { PartnerSettings } from '../../../src/federation/federation.ts';
import { type SeededRandom, seededRandom } from '../../bench/invented/seeded-random.ts';
import { versionsLearned } from '../../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { startWalkedServer, type WalkedPartner } from './walked-partner.ts';

export type Walked = {
  walks: number;
  pages: number;
  /** How many walks each thing happened in. */
  events: Map<string, number>;
  /** In words; empty where everything was as it must be. */
  wrong: string[];
};

type Page = {
  content: readonly (Person & { remoteUser?: Person })[];
  cursor: string | null;
  retryCursor: string | null;
  complete: boolean;
  summary: string;
  totalElements: number;
  totalRelation: string;
  origins: readonly { key: string; origin: string; state: string }[];
};
type Person = { id: number; origin: string };

/** By name and number, as the oracle tells people apart. */
type Shown = Map<string, number>;

const QUESTIONS = [
  '/api/federated/users',
  '/api/federated/genes',
  '/api/federated/users/search?nameLike=Example&prefix=false',
  '/api/federated/genes/search?symbol=BRCA1&taxonId=9606',
];
const SIZES = [1, 2, 3, 5, 7, 10];
const LOCAL_PEOPLE = 4;
const MOST_PEOPLE = 24;
/** More than all partners have people, and as many again for what happens on the way. */
const MOST_PAGES = 400;
const FORGETFUL = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };

/** `untilWrong`: ends with the first walk in which anything was wrong. */
export type WalkedThrough = { walks: number; seed: number; untilWrong?: boolean };

export async function walkedThrough({ walks, seed, untilWrong = false }: WalkedThrough): Promise<Walked> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startWalkedServer());
  const users = Array.from({ length: LOCAL_PEOPLE }, (_, index) =>
    aUser(index + 1, { lastName: 'Example', genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
  );
  const registry = resources.use(
    await startTestRegistry({ snapshot: smallSnapshot({ users, remoteSearchUserId: null }), settings: FORGETFUL }),
  );
  const walked: Walked = { walks: 0, pages: 0, events: new Map(), wrong: [] };
  for (let number = 0; number < walks; number++) {
    const random = seededRandom(seed * 100_000 + number);
    const partners = ['a', 'b', 'c'].map((letter, place) => {
      const people = Array.from({ length: random.below(MOST_PEOPLE) }, (_, index) => 10 * (index + 1));
      return server.open(`w${number}${letter}`, `Registry ${place + 1} of ${number}`, people);
    });
    registry.context.federation.replacePartners(partners.map(settingsOf));
    await versionsLearned(registry);
    const about = `walk ${number} of seed ${seed}`;
    try {
      for (const what of await walk(registry, partners, random, walked)) walked.wrong.push(`${about}: ${what}`);
    } catch (error) {
      walked.wrong.push(`${about}: ${error}`);
    }
    walked.walks++;
    if (untilWrong && walked.wrong.length > 0) break;
  }
  return walked;
}

function settingsOf({ key, name, url }: WalkedPartner): PartnerSettings {
  const timeouts = { connectTimeoutMs: 2000, readTimeoutMs: 4000, timeoutMs: 5000 };
  return { key, name, url, query: '', token: undefined, ...timeouts, maxConcurrency: 4 };
}

/** What a walk shows and what happens meanwhile. */
type Course = {
  partners: readonly WalkedPartner[];
  /** Those of them that are configured. */
  configured: Set<WalkedPartner>;
  /** Who has been there from the first page on, by partner. */
  lasting: Map<WalkedPartner, Set<number>>;
  events: Set<string>;
};

async function walk(
  registry: TestRegistry,
  partners: readonly WalkedPartner[],
  random: SeededRandom,
  walked: Walked,
): Promise<string[]> {
  const question = random.pick(QUESTIONS);
  const size = random.pick(SIZES);
  const course: Course = {
    partners,
    configured: new Set(partners),
    lasting: new Map(partners.map((partner) => [partner, new Set(partner.people)])),
    events: new Set(),
  };
  for (const partner of partners) if (random.chance(0.2)) capPages(partner, random, course);
  const chanceOfEvents = random.pick([0, 0.2, 0.6]);
  const shown: Shown = new Map();
  const sign = question.includes('?') ? '&' : '?';
  let page: Page = await registry.json(`${question}${sign}size=${size}`);
  const pages = [page];
  take(page, shown);
  while (page.cursor !== null) {
    if (pages.length > MOST_PAGES) return [`${question} by ${size} does not end`];
    if (random.chance(chanceOfEvents)) happen(registry, course, random);
    page = await registry.json(`${question}${sign}cursor=${page.cursor}`);
    if (page.content === undefined) return [`${question} by ${size}: ${JSON.stringify(page)}`];
    pages.push(page);
    take(page, shown);
  }
  const wrong = judge(page, shown, course, 'the last page');
  if (page.retryCursor !== null) {
    // Whoever failed is well again, and is asked once more on purpose.
    for (const partner of partners) partner.isDown = false;
    course.events.add('asked again');
    let again: Page = await registry.json(`${question}${sign}cursor=${page.retryCursor}${originsOf(course)}`);
    for (let turns = 0; turns < MOST_PAGES; turns++) {
      pages.push(again);
      take(again, shown);
      if (again.cursor === null) break;
      again = await registry.json(`${question}${sign}cursor=${again.cursor}${originsOf(course)}`);
    }
    if (again.cursor !== null) wrong.push('what follows retryCursor does not end');
    wrong.push(...judge(again, shown, course, 'the last page behind retryCursor'));
    if (again.retryCursor !== null && course.configured.size > 0)
      wrong.push('retryCursor stays though everybody is well');
  }
  walked.pages += pages.length;
  for (const event of course.events) walked.events.set(event, (walked.events.get(event) ?? 0) + 1);
  const what = `${question} by ${size} (${[...course.events].join(', ') || 'nothing happened'})`;
  return wrong.map((one) => `${what}: ${one}; it says: ${page.complete} ${page.summary}`);
}

/** Asked by name a partner is tried though it rests. */
function originsOf({ configured }: Course): string {
  return ['local', ...[...configured].map(({ key }) => key)].map((key) => `&origins=${key}`).join('');
}

function take({ content }: Page, shown: Shown): void {
  for (const record of content) {
    const { id, origin } = record.remoteUser ?? record;
    const key = `${origin} ${id}`;
    shown.set(key, (shown.get(key) ?? 0) + 1);
  }
}

function judge(page: Page, shown: Shown, { configured, lasting, partners }: Course, where: string): string[] {
  const wrong: string[] = [];
  const doubled = [...shown].filter(([, times]) => times > 1);
  if (doubled.length > 0) wrong.push(`${doubled.length} are doubled, such as ${doubled[0]?.[0]}`);
  const lost = partners.flatMap((partner) => {
    const missing = [...(lasting.get(partner) ?? [])].filter((id) => !shown.has(`${partner.name} ${id}`));
    return missing.length === 0 ? [] : [{ partner, missing }];
  });
  for (const { partner, missing } of lost) {
    const what = `${missing.length} of ${partner.name} are missing on ${where}`;
    if (page.complete) wrong.push(`${what}, and it calls itself complete`);
    if (page.totalRelation !== 'gte') wrong.push(`${what}, and its total is ${page.totalRelation}`);
    if (!page.summary.includes(partner.name)) wrong.push(`${what}, and its sentence does not name it`);
    const isThere = configured.has(partner) && partner.isDown === false;
    if (isThere && !partner.hasFailed) wrong.push(`${what}, though it answered every page`);
    if (configured.has(partner) && page.retryCursor === null) wrong.push(`${what}, and there is no retryCursor`);
  }
  if (page.complete && page.totalRelation === 'eq' && lost.length === 0 && page.totalElements > shown.size) {
    wrong.push(`${where} says that there are ${page.totalElements}, and ${shown.size} were shown`);
  }
  return wrong;
}

type Event = (registry: TestRegistry, course: Course, random: SeededRandom) => void;

const EVENTS: readonly Event[] = [gain, gain, lose, lose, die, comeBack, comeBack, leave];

function happen(registry: TestRegistry, course: Course, random: SeededRandom): void {
  random.pick(EVENTS)(registry, course, random);
}

/** Somebody comes, anywhere in the list. */
function gain(_: TestRegistry, { partners, events }: Course, random: SeededRandom): void {
  const { people } = random.pick(partners);
  const id = 1 + random.below(10 * MOST_PEOPLE);
  if (people.includes(id)) return;
  people.push(id);
  people.sort((a, b) => a - b);
  events.add('gained');
}

function lose(_: TestRegistry, { partners, lasting, events }: Course, random: SeededRandom): void {
  const partner = random.pick(partners);
  if (partner.people.length === 0) return;
  const [id] = partner.people.splice(random.below(partner.people.length), 1);
  lasting.get(partner)?.delete(id ?? 0);
  events.add('lost');
}

function die(_: TestRegistry, { partners, events }: Course, random: SeededRandom): void {
  random.pick(partners).isDown = random.pick(['refuses', 'fails'] as const);
  events.add('died');
}

function comeBack(_: TestRegistry, { partners, events }: Course, random: SeededRandom): void {
  const partner = random.pick(partners);
  if (partner.isDown === false) return;
  partner.isDown = false;
  events.add('returned');
}

function leave({ context }: TestRegistry, { configured, events }: Course, random: SeededRandom): void {
  if (configured.size < 2 || !random.chance(0.5)) return;
  configured.delete(random.pick([...configured]));
  context.federation.replacePartners([...configured].map(settingsOf));
  events.add('left the configuration');
}

function capPages(partner: WalkedPartner, random: SeededRandom, { events }: Course): void {
  partner.mostRows = random.pick([1, 3, 4, 7]);
  events.add('capped');
}
