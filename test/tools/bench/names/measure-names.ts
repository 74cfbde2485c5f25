/** Whether the boxes of the demonstration and of a big registry lead to their people by their names. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Snapshot } from '../../../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../../../src/domain/record/snapshot-versions.ts';
import { openDemoNetwork } from '../../../support/network/demo-network.ts';
import { manyPeopleSnapshot } from '../../../support/registry/many-people.ts';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';
import { seededRandom } from '../invented/seeded-random.ts';
import { measureBox, peopleOf } from './measure-box.ts';

const SEED = 27;
const DEMO = ['demo', 'fjordnet', 'pampanet'];
/** How many people are typed into boxes: at most so many of the demonstration, and others of a big registry. */
const BOX_PEOPLE = 400;
const MOST_OF_DEMO = 120;

/** @param file a snapshot of a big registry, in the place of an invented one. Answers a report in text. */
export async function measureNames(file: string | undefined): Promise<string> {
  await using network = await openDemoNetwork();
  const big = file === undefined ? manyPeopleSnapshot() : snapshotIn(file);
  await using registry = await startTestRegistry({ snapshot: big, settings: { LIMITS_REQUESTS_PER_MINUTE: '0' } });
  const random = seededRandom(SEED);
  const demo = DEMO.map((name) =>
    snapshotIn(new URL(`../../../../config/demo/${name}.snapshot.json.gz`, import.meta.url)),
  );
  const ofDemo = random.sample(
    demo.flatMap((snapshot) => peopleOf(snapshot, MOST_OF_DEMO, random)),
    MOST_OF_DEMO,
  );
  return await measureBox([
    { of: 'the demonstration', url: network.demonet.url, people: ofDemo },
    { of: `${big.users.length} people`, url: registry.url, people: peopleOf(big, BOX_PEOPLE - ofDemo.length, random) },
  ]);
}

function snapshotIn(file: string | URL): Snapshot {
  return presentSnapshot(JSON.parse(gunzipSync(readFileSync(file)).toString()));
}
