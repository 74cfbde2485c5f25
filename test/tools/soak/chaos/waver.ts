/** People who withdraw and come back all the time: in the followed database, and at scripted partners. */

import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '../../bench/invented/seeded-random.ts';
import type { ChaosNetwork } from './network.ts';
import type { Person } from './people.ts';
import type { RunRecord } from './record-of-run.ts';

const EVERY_MS = 700;
const TRY_AGAIN_MS = 300;

export async function waver(
  network: ChaosNetwork,
  run: RunRecord,
  random: SeededRandom,
  over: AbortSignal,
): Promise<void> {
  const withdrawnHere = new Set<number>();
  const wavering = [...network.people].flatMap(([key, people]) =>
    people.flatMap((person) => (person.kind === 'wavering' && canWaver(key) ? [{ key, person }] : [])),
  );
  while (!over.aborted && wavering.length > 0) {
    await pause(EVERY_MS);
    const { key, person } = random.pick(wavering);
    const withdrawn = network.scripted.find((one) => one.key === key)?.withdrawn ?? withdrawnHere;
    const isPublic = withdrawn.has(person.id);
    const done = run.changes(person, isPublic);
    if (isPublic) withdrawn.delete(person.id);
    else withdrawn.add(person.id);
    if (key === 'local') await write(person, isPublic);
    done();
  }

  function canWaver(key: string): boolean {
    return key === 'local' ? network.database !== undefined : network.scripted.some((one) => one.key === key);
  }

  /** Until it is written, however long the database is away. */
  async function write({ id }: Person, isPublic: boolean): Promise<void> {
    for (;;) {
      try {
        await network.database?.setPublic(id, isPublic);
        return;
      } catch {
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}
