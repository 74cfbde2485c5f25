/** Organisms, organs, GO terms, publications and ontologies, as records of this registry (rdp-protocol 1.4 to 1.9). */

import { int, list, long, orNull, record, type Static, text, uri, word } from './schema.ts';
import { GO_ASPECTS } from './words.ts';

/** Two pages: a `text` of RDP has 65,535 bytes, but people write less. */
export const LONG_TEXT = { ofPartner: { maxCodeUnits: 10_000 } };
/** A text that is of no use when it is cut, such as an address. */
export const WHOLE_TEXT = { ofPartner: { isWhole: true } };
/** A name without which a record says nothing. */
export const NAME = { ofPartner: { isWhole: true, minLength: 1, isSure: true } };

/** The members with which a registry signs its records (rdp-protocol 1.2). */
export const SIGNATURE = {
  // What a partner says of itself is not read: its name and address are those of the configuration.
  origin: text('Short name of the registry that the record comes from.', { ofPartner: false }),
  originUrl: { ...uri('Address of that registry, without a trailing slash.'), ofPartner: false },
};

export const Taxon = record(
  'Taxon',
  'An organism.',
  {
    id: int('NCBI taxon ID.'),
    scientificName: orNull(text('Scientific name.')),
    commonName: text('Common name; never null, because partners sort by it.'),
  },
  { sure: ['id'] },
);
export type TaxonRecord = Static<typeof Taxon>;

export const UserOrgan = record('UserOrgan', 'An organ system that a researcher works on.', {
  uberonId: text('Uberon ID.', WHOLE_TEXT),
  name: orNull(text('Name.', LONG_TEXT)),
  description: orNull(text('Description.', LONG_TEXT)),
});
export type OrganRecord = Static<typeof UserOrgan>;

export const UserTerm = record('UserTerm', 'A GO term that describes genes of a researcher.', {
  goId: text('GO ID.', WHOLE_TEXT),
  name: orNull(text('Name.', LONG_TEXT)),
  definition: orNull(text('Definition.', LONG_TEXT)),
  aspect: orNull(word(GO_ASPECTS, 'Biological process, cellular component, molecular function.')),
  taxon: Taxon,
  frequency: orNull(long('How many genes of the researcher have the term.')),
  size: orNull(long('How many genes of the taxon have the term.')),
});

export const Publication = record('Publication', 'A publication of a researcher.', {
  pmid: int('PubMed ID.'),
  title: orNull(text('Title.', { ofPartner: { maxCodeUnits: 1_000 } })),
});

export const RemoteOntology = record('RemoteOntology', 'An ontology of the registry.', {
  name: text('Name, as used in paths and in `ontologyNames`.', NAME),
  definition: orNull(text('What it is about.', LONG_TEXT)),
  numberOfTerms: long('Active terms.'),
  numberOfObsoleteTerms: long('Active terms that are obsolete.'),
  ...SIGNATURE,
});
/** A term is of no use without its ontology. */
const SURE_ONTOLOGY = { ...RemoteOntology, ofPartner: { isSure: true } };
export type OntologyRecord = Static<typeof RemoteOntology>;

export const UserOntologyTerm = record('UserOntologyTerm', 'An ontology term that describes a researcher.', {
  ontology: SURE_ONTOLOGY,
  termId: text('Term ID.', NAME),
  name: text('Name to show.'),
});

export const RemoteOntologyTermInfo = record(
  'RemoteOntologyTermInfo',
  'A term of an ontology.',
  {
    ontology: SURE_ONTOLOGY,
    termId: text('Term ID.', NAME),
    name: text('Name.'),
    definition: orNull(text('Definition.', LONG_TEXT)),
    altTermIds: list(text(undefined, WHOLE_TEXT), 'Former IDs.', { ofPartner: { maxItems: 1_000 } }),
    synonyms: list(text(), 'Other names.', { ofPartner: { maxItems: 1_000 } }),
    subTerms: list(text(undefined, WHOLE_TEXT), 'IDs of the direct, active sub-terms.', {
      ofPartner: { maxItems: 10_000 },
    }),
    ...SIGNATURE,
  },
  { sure: ['termId'] },
);
