/** An RDP database read as a registry. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../src/domain/record/snapshot-versions.ts';
import { recordedPath } from '../contract/recorded-cases.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { NOT_PADDED, PADDED } from '../support/services/rdp-schema.ts';
import { readWhole } from '../support/services/read-whole.ts';

const alpha = presentSnapshot(JSON.parse(gunzipSync(readFileSync(recordedPath('alpha.snapshot.json.gz'))).toString()));

describe('a registry that was written as rows of RDP', () => {
  test.each([
    { version: '1.5', collation: PADDED },
    { version: '1.5', collation: NOT_PADDED },
    { version: '1.4', collation: PADDED },
  ] as const)('is read again from $version with $collation', async ({ version, collation }) => {
    const snapshot = version === '1.4' ? withoutOntologies(alpha) : alpha;
    await using rdp = await openRdpTestDatabase({ version, collation, snapshot });
    const read = await readWhole(rdp.address);
    expect(read.sentences).toEqual([]);
    expect(read.version).toBe(version);
    expect(inOrder(read.snapshot)).toEqual(inOrder(snapshot));
  });
});

function withoutOntologies(snapshot: Snapshot): Snapshot {
  return { ...snapshot, ontologies: [], users: snapshot.users.map((user) => ({ ...user, ontologyTerms: [] })) };
}

/** Without what the database does not hold, and with sets in one order. */
function inOrder({ comment: _, remoteSearchUserId: __, ...snapshot }: Snapshot) {
  return {
    ...snapshot,
    orthologs: snapshot.orthologs.toSorted(([a, b], [c, d]) => a - c || b - d),
    taxa: snapshot.taxa.toSorted((a, b) => a.id - b.id),
    users: snapshot.users
      .map((user) => ({
        ...user,
        researcherCategories: user.researcherCategories.toSorted(),
        accessTokens: user.accessTokens.map(({ token }) => token),
      }))
      .toSorted((a, b) => a.id - b.id),
    ontologies: snapshot.ontologies.map((ontology) => ({
      ...ontology,
      terms: ontology.terms.map((term) => ({
        ...term,
        synonyms: term.synonyms.toSorted(),
        altTermIds: term.altTermIds.toSorted(),
        subTermIds: term.subTermIds.toSorted(),
      })),
    })),
  };
}
