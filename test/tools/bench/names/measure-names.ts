/** How many people are found by their names: of the demonstration, of a big registry, and of recorded partners of 1.3 to 1.5. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Snapshot } from '../../../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../../../src/domain/record/snapshot-versions.ts';
import { openDemoNetwork } from '../../../support/network/demo-network.ts';
import {
  answerToName,
  askForNames,
  isNamed,
  type NameCounts,
  type Named,
  peopleRecorded,
  RECORDED,
  replayNames,
} from '../../../support/network/full-names.ts';
import { versionsLearned } from '../../../support/network/start-network.ts';
import { manyPeopleSnapshot } from '../../../support/registry/many-people.ts';
import { smallSnapshot } from '../../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';
import { seededRandom } from '../invented/seeded-random.ts';
import { textTable } from '../text-table.ts';
import { measureBox, peopleOf } from './measure-box.ts';

/** All of the demonstration and of the partners, and as many of the big registry as are missing. */
const PEOPLE = 300;
const SEED = 27;
const GOAL = 0.99;
const DEMO = ['demo', 'fjordnet', 'pampanet'];
const PUBLIC_LEVEL = 2;
const NO_LIMIT = { LIMITS_REQUESTS_PER_MINUTE: '0' };

type Measured = NameCounts & { of: string; people: number };

/** How many people are typed into boxes: at most so many of the demonstration, and others of a big registry. */
const BOX_PEOPLE = 400;
const MOST_OF_DEMO = 120;

/** @param file a snapshot of a big registry, in the place of an invented one. Answers a report in text. */
export async function measureNames(file: string | undefined): Promise<string> {
  return [await measureSearches(), await measureBoxes(file)].join('\n\n');
}

async function measureBoxes(file: string | undefined): Promise<string> {
  await using network = await openDemoNetwork();
  const big = file === undefined ? manyPeopleSnapshot() : snapshotIn(file);
  await using registry = await startTestRegistry({ snapshot: big, settings: NO_LIMIT });
  const random = seededRandom(SEED);
  const ofDemo = random.sample(
    DEMO.flatMap((name) => peopleOf(demoSnapshot(name), MOST_OF_DEMO, random)),
    MOST_OF_DEMO,
  );
  return await measureBox([
    { of: 'the demonstration', url: network.demonet.url, people: ofDemo },
    { of: `${big.users.length} people`, url: registry.url, people: peopleOf(big, BOX_PEOPLE - ofDemo.length, random) },
  ]);
}

function snapshotIn(file: string): Snapshot {
  return presentSnapshot(JSON.parse(gunzipSync(readFileSync(file)).toString()));
}

async function measureSearches(): Promise<string> {
  const measured = await ofPartners();
  for (const name of DEMO) {
    const snapshot = demoSnapshot(name);
    measured.push(await ofRegistry(name, snapshot, namedIn(snapshot)));
  }
  const missing = PEOPLE - measured.reduce((sum, { people }) => sum + people, 0);
  const big = manyPeopleSnapshot();
  measured.push(await ofRegistry('2,335 people', big, seededRandom(SEED).sample(namedIn(big), missing)));
  return report(measured);
}

function demoSnapshot(name: string): Snapshot {
  const file = new URL(`../../../../config/demo/${name}.snapshot.json.gz`, import.meta.url);
  return presentSnapshot(JSON.parse(gunzipSync(readFileSync(file)).toString()));
}

/** Everybody whom the public is shown. */
function namedIn({ users }: Snapshot): Named[] {
  return users.filter((user) => user.enabled && user.privacyLevel === PUBLIC_LEVEL).filter(isNamed);
}

async function ofRegistry(of: string, snapshot: Snapshot, people: readonly Named[]): Promise<Measured> {
  await using registry = await startTestRegistry({ snapshot, settings: NO_LIMIT });
  const result = await askForNames(people, (like) => answerToName(registry.url, like, 'local'));
  return { of, people: people.length, ...result };
}

async function ofPartners(): Promise<Measured[]> {
  await using resources = new AsyncDisposableStack();
  const all = RECORDED.map((recording) => ({ recording, people: peopleRecorded(recording) }));
  const partners: { key: string; name: string; url: string }[] = [];
  for (const { recording, people } of all) {
    const { url } = resources.use(await replayNames(recording, people));
    partners.push({ key: recording, name: recording, url });
  }
  const snapshot = smallSnapshot({ users: [] });
  const registry = resources.use(await startTestRegistry({ snapshot, partners, settings: NO_LIMIT }));
  await versionsLearned(registry);
  const measured: Measured[] = [];
  for (const { recording, people } of all) {
    const named = people.filter(isNamed);
    const result = await askForNames(named, (like) => answerToName(registry.url, like, recording));
    measured.push({ of: `partner of ${recording}`, people: named.length, ...result });
  }
  return measured;
}

function report(measured: readonly Measured[]): string {
  const rows = measured.map(({ of, people, count, missed, falseZeros }) => {
    const part = (count - missed.length) / count;
    const isMet = part >= GOAL && falseZeros.length === 0;
    const cells = [of, people, count, `${(100 * part).toFixed(1)} %`, falseZeros.length, isMet ? 'met' : 'missed'];
    return cells.map(String);
  });
  const missed = measured.flatMap((one) => one.missed.map((like) => `  ${one.of}: ${like}`));
  const table = textTable(['people of', 'people', 'asked', 'found', 'false certain zeros', 'goal'], rows);
  return [table, ...missed].join('\n');
}
