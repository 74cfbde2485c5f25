/** A whole invented registry as a snapshot, of any size and the same on every run. */

import { constants } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants as zlib } from 'node:zlib';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION } from '../../../../src/domain/record/snapshot.ts';
import { inventedPerson } from './invented-people.ts';
import { inventedGenes, ONTOLOGIES, ORGANS, TAXA } from './invented-reference.ts';
import { seededRandom } from './seeded-random.ts';

export type RegistrySize = {
  people: number;
  /** Reference genes; the same for every number of people, so that growth is that of the people alone. */
  genes?: number;
};

const REFERENCE_GENES = 60_000;
const SEED = 20_240_601;

/** The text of a snapshot in pieces, a record or two each. */
export function* registryText({ people, genes: geneCount = REFERENCE_GENES }: RegistrySize): Generator<string> {
  const random = seededRandom(SEED);
  const genes = inventedGenes(geneCount);
  const around = { genes, organs: ORGANS, ontologies: ONTOLOGIES };
  const head = {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    comment: `${people} invented people`,
    remoteSearchUserId: null,
    highestUserId: null,
    taxa: TAXA,
    organs: ORGANS,
    ontologies: ONTOLOGIES,
    orthologs: genes.orthologs,
    annotations: [],
    diseases: null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"genes":[`;
  yield* joined(genes.all);
  yield '],"users":[';
  yield* joined(
    Array.from({ length: people }, (_, index) => index + 1),
    (id) => inventedPerson(id, random, around),
  );
  yield ']}';
}

function* joined<T>(items: readonly T[], toRecord: (item: T) => unknown = (item) => item): Generator<string> {
  for (const [index, item] of items.entries()) yield (index === 0 ? '' : ',') + JSON.stringify(toRecord(item));
}

/**
 * Writes the snapshot to a file, gzipped.
 *
 * @throws Error when it is longer than a text may be, for then nobody could read it
 */
export async function writeRegistry(file: string, size: RegistrySize, signal?: AbortSignal): Promise<void> {
  let length = 0;
  function* measured() {
    for (const piece of registryText(size)) {
      length += piece.length;
      yield Buffer.from(piece);
    }
  }
  const compress = createGzip({ level: zlib.Z_BEST_SPEED });
  await pipeline(Readable.from(measured()), compress, createWriteStream(file), { signal });
  if (length <= constants.MAX_STRING_LENGTH) return;
  const most = `at most ${constants.MAX_STRING_LENGTH} characters of text can be imported`;
  throw new Error(`A registry of ${size.people} people has ${length} characters as a snapshot, but ${most}.`);
}
