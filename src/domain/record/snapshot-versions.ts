/** Reads snapshots of older versions, and adds the members that they lack. */

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

/** In version 4, a gene had one symbol, and a disease one name. */
type SnapshotVersion4 = Omit<Snapshot, 'version' | 'genes' | 'diseases'> & {
  version: 4;
  genes: (Omit<SnapshotGene, 'identity'> & { identity: Omit<GeneIdentity, 'authoritySymbol'> | null })[];
  diseases: DiseasesOfVersion4 | null;
};

/** In version 3, the highest id of people who are gone was not stored. */
type SnapshotVersion3 = Omit<SnapshotVersion4, 'version' | 'highestUserId'> & { version: 3 };

/** In version 2, there were no genes of phenotypes, and no diseases of terms. */
type SnapshotVersion2 = Omit<SnapshotVersion3, 'version' | 'ontologies' | 'diseases'> & {
  version: 2;
  ontologies: WithTerms<Omit<SnapshotTerm, 'diseaseIds'>>;
  diseases: Omit<DiseasesOfVersion4, 'phenotypeGenes'> | null;
};

/** In version 1, a gene had only the members that the API shows, and there were no annotations, diseases and namespaces. */
export type SnapshotVersion1 = Omit<
  SnapshotVersion2,
  'version' | 'genes' | 'ontologies' | 'annotations' | 'diseases'
> & {
  version: 1;
  genes: Omit<SnapshotGene, 'identity'>[];
  ontologies: WithTerms<Omit<SnapshotTerm, 'namespace' | 'diseaseIds'>>;
};

export type AnySnapshot = Snapshot | SnapshotVersion1 | SnapshotVersion2 | SnapshotVersion3 | SnapshotVersion4;

/** Returns the same registry as a snapshot of the current version. */
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
