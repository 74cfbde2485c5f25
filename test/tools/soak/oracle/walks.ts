/** Walks through partners that change: each ends, shows nobody twice, loses nobody, and its last page is true. */

import type { PartnerConfig } from '../../../../src/domain/partner-config.ts';
import type { Snapshot } from '../../../../src/domain/record/snapshot.ts';
import { versionsLearned } from '../../../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../../support/registry/start-registry.ts';
import { importInto } from '../../../support/registry/temporary-store.ts';
import { type SeededRandom, seededRandom } from '../../bench/invented/seeded-random.ts';
import { isNamed, startWalkedServer, type WalkedPartner } from './walked-partner.ts';

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
type Person = { id?: number; origin: string };

type Shown = {
  /** How often each person was shown that shows their name, by registry and number. */
  named: Map<string, number>;
  /** Records, and rows of listings that were stated as left out. */
  rows: number;
};

const QUESTIONS = [
  '/api/federated/users',
  '/api/federated/genes',
  '/api/federated/users/search?nameLike=Example&prefix=false',
  '/api/federated/genes/search?symbol=BRCA1&taxonId=9606',
];
const SIZES = [1, 2, 3, 5, 7, 10];
/** Of a partner in these states nobody knows what it has. */
const STORED_NAME: ReadonlySet<string> = new Set([
  'failed',
  'unreachable',
  'timed-out',
  'resting',
  'busy',
  'refused',
  'stale',
  'unsupported',
]);
/** Numbers of the people of this registry. */
const LOCAL = [2, 4, 6, 8, 10];
const MOST_PEOPLE = 24;
/** More than all partners have people, and as many again for what happens on the way. */
const MOST_PAGES = 400;
/** What is kept of partners: nothing, what a failed one is stood in for by, or everything for as long as a walk takes. */
const KEPT: readonly Record<string, string>[] = [
  { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' },
  { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '24' },
  { CACHE_ANSWERS_FRESH_SECONDS: '120', CACHE_ANSWERS_STALE_HOURS: '24' },
];

/** `untilWrong`: ends with the first walk in which anything was wrong. */
export type WalkedThrough = { walks: number; seed: number; untilWrong?: boolean };

export async function walkedThrough({ walks, seed, untilWrong = false }: WalkedThrough): Promise<Walked> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startWalkedServer());
  const registries = await Promise.all(
    KEPT.map(async (settings) => resources.use(await startTestRegistry({ snapshot: localSnapshot(LOCAL), settings }))),
  );
  const walked: Walked = { walks: 0, pages: 0, events: new Map(), wrong: [] };
  for (let number = 0; number < walks; number++) {
    const random = seededRandom(seed * 100_000 + number);
    const registry = random.pick(registries);
    importInto(registry.context.store, localSnapshot(LOCAL));
    const partners = ['a', 'b', 'c'].map((letter, place) => {
      const people = Array.from(
        { length: random.below(MOST_PEOPLE) },
        (_, index) => 10 * (index + 1) + random.below(10),
      );
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

function localSnapshot(ids: readonly number[]): Snapshot {
  const users = ids.map((id) =>
    aUser(id, { lastName: 'Example', genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
  );
  return smallSnapshot({ users, remoteSearchUserId: null });
}

function settingsOf({ key, name, url }: WalkedPartner): PartnerConfig {
  const timeouts = { connectTimeoutMs: 2000, readTimeoutMs: 4000, timeoutMs: 5000 };
  return { key, name, type: 'rdp', url, query: '', token: undefined, ...timeouts, maxConcurrency: 4 };
}

/** What a walk shows and what happens meanwhile. */
type Course = {
  partners: readonly WalkedPartner[];
  /** Those of them that are configured. */
  configured: Set<WalkedPartner>;
  /** Who has been there from the first page on, and shows the name, by partner. */
  lasting: Map<WalkedPartner, Set<number>>;
  /** The same of this registry, and who is there now. */
  here: { lasting: Set<number>; people: number[] };
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
    lasting: new Map(partners.map((partner) => [partner, new Set(partner.people.filter(isNamed))])),
    here: { lasting: new Set(LOCAL), people: [...LOCAL] },
    events: new Set(),
  };
  for (const partner of partners) if (random.chance(0.2)) capPages(partner, random, course);
  for (const partner of partners) if (random.chance(0.1)) writeBadly(partner, course);
  const chanceOfEvents = random.pick([0, 0.2, 0.6]);
  const shown: Shown = { named: new Map(), rows: 0 };
  const sign = question.includes('?') ? '&' : '?';
  let page: Page = await registry.json(`${question}${sign}size=${size}`);
  const pages = [page];
  take(page, shown);
  while (page.cursor !== null) {
    if (pages.length > MOST_PAGES) return [`${question} by ${size} does not end`];
    if (random.chance(chanceOfEvents)) happen(registry, course, random);
    const address = `${question}${sign}cursor=${page.cursor}`;
    if (random.chance(0.1)) await leaveEarly(registry, address, random);
    page = await registry.json(address);
    if (random.chance(0.1)) {
      const again: Page = await registry.json(address);
      if (namesOn(again) !== namesOn(page))
        return [`${question} by ${size}: a page has other people when it is asked again`];
    }
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
    if (again.retryCursor !== null && again.origins.every(({ state }) => !STORED_NAME.has(state))) {
      wrong.push('retryCursor stays though everybody answered');
    }
  }
  walked.pages += pages.length;
  for (const event of course.events) walked.events.set(event, (walked.events.get(event) ?? 0) + 1);
  const what = `${question} by ${size} (${[...course.events].join(', ') || 'nothing happened'})`;
  return wrong.map((one) => `${what}: ${one}`);
}

/** A reader who asks, and is gone a moment later. */
async function leaveEarly(registry: TestRegistry, address: string, random: SeededRandom): Promise<void> {
  const leave = new AbortController();
  setTimeout(() => leave.abort(), random.below(5));
  await registry
    .get(address, { signal: leave.signal })
    .then(
      (response) => response.text(),
      () => undefined,
    )
    .catch(() => undefined);
}

function namesOn({ content }: Page): string {
  return content
    .map((record) => record.remoteUser ?? record)
    .map(({ origin, id }) => `${origin} ${id ?? ''}`)
    .join();
}

/** Asked by name a partner is tried though it rests. */
function originsOf({ configured }: Course): string {
  return ['local', ...[...configured].map(({ key }) => key)].map((key) => `&origins=${key}`).join('');
}

function take({ content }: Page, shown: Shown): void {
  shown.rows += content.length;
  for (const record of content) {
    const { id, origin } = record.remoteUser ?? record;
    // Whoever does not show their name cannot be distinguished from others.
    if (id === undefined) continue;
    const key = `${origin} ${id}`;
    shown.named.set(key, (shown.named.get(key) ?? 0) + 1);
  }
}

function judge(page: Page, shown: Shown, course: Course, where: string): string[] {
  const { configured, lasting, here, partners, events } = course;
  const wrong: string[] = [];
  const doubled = [...shown.named].filter(([, times]) => times > 1);
  if (doubled.length > 0) wrong.push(`${doubled.length} are doubled, such as ${doubled[0]?.[0]}`);
  const lost = partners.flatMap((partner) => {
    const missing = [...(lasting.get(partner) ?? [])].filter((id) => !shown.named.has(`${partner.name} ${id}`));
    return missing.length === 0 ? [] : [{ partner, missing }];
  });
  const lostHere = [...here.lasting].filter((id) => !shown.named.has(`Registry ${id}`));
  if (lostHere.length > 0) wrong.push(`${lostHere.length} of this registry are missing on ${where}`);
  for (const { partner, missing } of lost) {
    const what = `${missing.length} of ${partner.name} are missing on ${where}`;
    if (page.complete) wrong.push(`${what}, and it calls itself complete`);
    if (page.totalRelation !== 'gte') wrong.push(`${what}, and its total is ${page.totalRelation}`);
    if (!page.summary.includes(partner.name)) wrong.push(`${what}, and its sentence does not name it`);
    if (isDoubted(page, partner)) {
      events.add('marked as doubtful');
      continue;
    }
    const isThere = configured.has(partner) && partner.isDown === false;
    if (isThere && !partner.hasFailed) wrong.push(`${what}, though it answered every page`);
    if (configured.has(partner) && page.retryCursor === null) wrong.push(`${what}, and there is no retryCursor`);
  }
  const isStill = [...events].every((event) => event === 'capped' || event === 'cannot write');
  if (page.complete && isStill && (page.totalElements !== shown.rows || page.totalRelation !== 'eq')) {
    wrong.push(`${where} says ${page.totalRelation} ${page.totalElements}, and ${shown.rows} were shown`);
  }
  return wrong.map((one) => `${one}; it says: ${page.complete} ${page.summary}`);
}

/** Of records that nobody can distinguish the page says that they may have moved, and the place with them. */
function isDoubted({ summary }: Page, { name, people }: WalkedPartner): boolean {
  const clauses = summary.split('; ').filter((clause) => clause.includes(name));
  return !people.every(isNamed) && clauses.some((clause) => /some (?:of its records )?may be missing/.test(clause));
}

type Event = (registry: TestRegistry, course: Course, random: SeededRandom) => void;

const EVENTS: readonly Event[] = [gain, gain, lose, lose, changeHere, die, comeBack, comeBack, leave];

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

/** Somebody comes or goes here. */
function changeHere({ context }: TestRegistry, { here, events }: Course, random: SeededRandom): void {
  const { people, lasting } = here;
  if (random.chance(0.5)) people.push(1 + 2 * random.below(10));
  else lasting.delete(people.splice(random.below(people.length), 1)[0] ?? 0);
  here.people = [...new Set(people)].sort((a, b) => a - b);
  importInto(context.store, localSnapshot(here.people));
  events.add('changed here');
}

function die(_: TestRegistry, { partners, events }: Course, random: SeededRandom): void {
  random.pick(partners).isDown = random.pick(['refuses', 'fails', 'lacks'] as const);
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

function writeBadly(partner: WalkedPartner, { events }: Course): void {
  partner.cannotWrite = true;
  events.add('cannot write');
}

function capPages(partner: WalkedPartner, random: SeededRandom, { events }: Course): void {
  partner.mostRows = random.pick([1, 3, 4, 7]);
  events.add('capped');
}
