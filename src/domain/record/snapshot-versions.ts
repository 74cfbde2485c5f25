/** Snapshots of older versions: the schemas by which they are checked, and the members that are added to them. */

import type { Schema } from '../../api/schema.ts';
import {
  closed,
  type GeneIdentity,
  orNothing,
  RECORD_SCHEMAS,
  SNAPSHOT_SCHEMA,
  SNAPSHOT_VERSION,
  type SNAPSHOT_VERSIONS,
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
  genes: (Omit<SnapshotGene, 'identity'> & {
    identity: Omit<GeneIdentity, 'authoritySymbol' | 'organismIds'> | null;
  })[];
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

/** The members that older versions lack, by where they are missing. */
const NOT_IN_VERSION = {
  1: {
    whole: ['highestUserId', 'annotations', 'diseases'],
    diseases: [],
    genes: ['identity'],
    terms: ['namespace', 'diseaseIds', 'consideredTermIds'],
  },
  2: { whole: ['highestUserId'], diseases: ['phenotypeGenes'], genes: [], terms: ['diseaseIds', 'consideredTermIds'] },
  3: { whole: ['highestUserId'], diseases: [], genes: [], terms: ['consideredTermIds'] },
  4: { whole: [], diseases: [], genes: [], terms: ['consideredTermIds'] },
};

/** Returns the schemas with which a snapshot of a version is checked. */
export function schemasOf(version: (typeof SNAPSHOT_VERSIONS)[number]): { whole: Schema; records: Schemas } {
  if (version === SNAPSHOT_VERSION) return { whole: SNAPSHOT_SCHEMA, records: RECORD_SCHEMAS };
  const missing = NOT_IN_VERSION[version];
  const { diseases, ...whole } = propertiesOf(SNAPSHOT_SCHEMA);
  const { annotations, ...records } = RECORD_SCHEMAS;
  const { terms, ...ontology } = propertiesOf(RECORD_SCHEMAS.ontologies);
  const older = orNothing(closed(without(withOneName(diseases), missing.diseases)));
  return {
    whole: closed(without({ ...whole, diseases: older }, missing.whole)),
    records: {
      ...records,
      ...(version === 1 ? {} : { annotations }),
      genes: closed(without(withOneSymbol(), missing.genes)),
      ontologies: closed({ ...ontology, terms: listWithout(terms, missing.terms) }),
    },
  };
}

type Schemas = Readonly<Record<string, Schema>>;

/** The members of diseases without other names, as in all versions before the present one. */
function withOneName(declared: Schema | undefined): Schemas {
  const { diseases, ...others } = propertiesOf(declared);
  return { ...others, diseases: listWithout(diseases, ['otherNames']) };
}

/** The members of genes without what no version before the present one has. */
function withOneSymbol(): Schemas {
  const { identity, ...others } = propertiesOf(RECORD_SCHEMAS.genes);
  return {
    ...others,
    identity: orNothing(closed(without(propertiesOf(identity), ['authoritySymbol', 'organismIds']))),
  };
}

function listWithout(declared: Schema | undefined, members: readonly string[]): Schema {
  return { ...declared, items: closed(without(propertiesOf(declared?.items as Schema), members)) };
}

function propertiesOf(declared: Schema | undefined): Schemas {
  return declared?.properties as Schemas;
}

function without(properties: Schemas, members: readonly string[]): Schemas {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !members.includes(name)));
}
