/** Snapshots of older versions, with what they lack. */

import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotGene,
  type SnapshotOntology,
  type SnapshotTerm,
} from './snapshot.ts';

/** As the first version was: a gene was what the API shows of it. */
export type SnapshotVersion1 = Omit<Snapshot, 'version' | 'genes' | 'ontologies' | 'annotations' | 'diseases'> & {
  version: 1;
  genes: Omit<SnapshotGene, 'identity'>[];
  ontologies: (Omit<SnapshotOntology, 'terms'> & { terms: Omit<SnapshotTerm, 'namespace'>[] })[];
};

/** The same registry in the version that is written. */
export function presentSnapshot(snapshot: Snapshot | SnapshotVersion1): Snapshot {
  if (snapshot.version === SNAPSHOT_VERSION) return snapshot;
  const { users, ...rest } = snapshot;
  return {
    ...rest,
    version: SNAPSHOT_VERSION,
    genes: snapshot.genes.map((gene) => ({ ...gene, identity: null })),
    ontologies: snapshot.ontologies.map((ontology) => {
      return { ...ontology, terms: ontology.terms.map((term) => ({ ...term, namespace: null })) };
    }),
    annotations: [],
    diseases: null,
    users,
  };
}
