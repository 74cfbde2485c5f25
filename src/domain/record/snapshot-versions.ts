/** Snapshots of older versions, with what they lack. */

import type { GeneIdentity } from './gene-identity.ts';
import {
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotDisease,
  type SnapshotDiseases,
  type SnapshotGene,
  type SnapshotOntology,
  type SnapshotTerm,
} from './snapshot.ts';

type WithTerms<Term> = (Omit<SnapshotOntology, 'terms'> & { terms: Term[] })[];

type DiseasesOfVersion4 = Omit<SnapshotDiseases, 'diseases'> & { diseases: Omit<SnapshotDisease, 'otherNames'>[] };

/** A gene had one symbol, a disease one name. */
type SnapshotVersion4 = Omit<Snapshot, 'version' | 'genes' | 'diseases'> & {
  version: 4;
  genes: (Omit<SnapshotGene, 'identity'> & { identity: Omit<GeneIdentity, 'authoritySymbol'> | null })[];
  diseases: DiseasesOfVersion4 | null;
};

/** Numbers of people who are gone were not remembered. */
type SnapshotVersion3 = Omit<SnapshotVersion4, 'version' | 'highestUserId'> & { version: 3 };

/** Nothing held the genes of phenotypes, or the diseases that a term is. */
type SnapshotVersion2 = Omit<SnapshotVersion3, 'version' | 'ontologies' | 'diseases'> & {
  version: 2;
  ontologies: WithTerms<Omit<SnapshotTerm, 'diseaseIds'>>;
  diseases: Omit<DiseasesOfVersion4, 'phenotypeGenes'> | null;
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

export type AnySnapshot = Snapshot | SnapshotVersion1 | SnapshotVersion2 | SnapshotVersion3 | SnapshotVersion4;

/** The same registry in the version that is written. */
export function presentSnapshot(snapshot: AnySnapshot): Snapshot {
  switch (snapshot.version) {
    case SNAPSHOT_VERSION:
      return snapshot;
    case 4:
      return fromVersion4(snapshot);
    case 3:
      return fromVersion4(fromVersion3(snapshot));
    case 2:
      return fromVersion4(fromVersion3(fromVersion2(snapshot)));
    case 1:
      return fromVersion4(fromVersion3(fromVersion2(fromVersion1(snapshot))));
  }
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

function fromVersion2(snapshot: SnapshotVersion2): SnapshotVersion3 {
  const { diseases } = snapshot;
  return {
    ...snapshot,
    version: 3,
    ontologies: snapshot.ontologies.map((ontology) => {
      return { ...ontology, terms: ontology.terms.map((term) => ({ ...term, diseaseIds: [] })) };
    }),
    diseases: diseases === null ? null : { ...diseases, phenotypeGenes: [] },
  };
}

function fromVersion3(snapshot: SnapshotVersion3): SnapshotVersion4 {
  return { ...snapshot, version: 4, highestUserId: null };
}

function fromVersion4({ genes, diseases, ...snapshot }: SnapshotVersion4): Snapshot {
  return {
    ...snapshot,
    version: SNAPSHOT_VERSION,
    genes: genes.map(({ identity, ...gene }) => {
      return { ...gene, identity: identity && { authoritySymbol: null, ...identity } };
    }),
    diseases: diseases && {
      ...diseases,
      diseases: diseases.diseases.map((disease) => ({ ...disease, otherNames: [] })),
    },
  };
}
