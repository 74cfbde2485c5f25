/** Snapshots of older versions, with what they lack. */

import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotDiseases,
  type SnapshotGene,
  type SnapshotOntology,
  type SnapshotTerm,
} from './snapshot.ts';

type WithTerms<Term> = (Omit<SnapshotOntology, 'terms'> & { terms: Term[] })[];

/** Nothing told the genes of phenotypes, or the diseases that a term is. */
export type SnapshotVersion2 = Omit<Snapshot, 'version' | 'ontologies' | 'diseases'> & {
  version: 2;
  ontologies: WithTerms<Omit<SnapshotTerm, 'diseaseIds'>>;
  diseases: Omit<SnapshotDiseases, 'phenotypeGenes'> | null;
};

/** A gene was what the API shows of it. */
export type SnapshotVersion1 = Omit<
  SnapshotVersion2,
  'version' | 'genes' | 'ontologies' | 'annotations' | 'diseases'
> & {
  version: 1;
  genes: Omit<SnapshotGene, 'identity'>[];
  ontologies: WithTerms<Omit<SnapshotTerm, 'namespace' | 'diseaseIds'>>;
};

export type AnySnapshot = Snapshot | SnapshotVersion1 | SnapshotVersion2;

/** The same registry in the version that is written. */
export function presentSnapshot(snapshot: AnySnapshot): Snapshot {
  if (snapshot.version === SNAPSHOT_VERSION) return snapshot;
  return fromVersion2(snapshot.version === 1 ? fromVersion1(snapshot) : snapshot);
}

function fromVersion1({ users, ...snapshot }: SnapshotVersion1): SnapshotVersion2 {
  return {
    ...snapshot,
    version: 2,
    genes: snapshot.genes.map((gene) => ({ ...gene, identity: null })),
    ontologies: snapshot.ontologies.map((ontology) => {
      return { ...ontology, terms: ontology.terms.map((term) => ({ ...term, namespace: null })) };
    }),
    annotations: [],
    diseases: null,
    users,
  };
}

function fromVersion2(snapshot: SnapshotVersion2): Snapshot {
  const { diseases } = snapshot;
  return {
    ...snapshot,
    version: SNAPSHOT_VERSION,
    ontologies: snapshot.ontologies.map((ontology) => {
      return { ...ontology, terms: ontology.terms.map((term) => ({ ...term, diseaseIds: [] })) };
    }),
    diseases: diseases === null ? null : { ...diseases, phenotypeGenes: [] },
  };
}
