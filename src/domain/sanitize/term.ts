/** What a partner says of an ontology and its terms, made anew of the members that are known, and signed by us. */

import type { Signature } from '../record/model.ts';

type Text = string | null;
type Count = number | null;
type Texts = readonly Text[] | null;

export type PartnerOntology = { name: string; definition?: Text; numberOfTerms?: Count; numberOfObsoleteTerms?: Count };

/** A term as checked (rdp-protocol 1.10). */
export type PartnerTerm = {
  ontology: PartnerOntology;
  termId: string;
  name?: Text;
  definition?: Text;
  altTermIds?: Texts;
  synonyms?: Texts;
  subTerms?: Texts;
};

export function trustedTerm(term: PartnerTerm, signature: Signature) {
  return {
    ontology: trustedOntology(term.ontology, signature),
    termId: term.termId,
    name: term.name,
    definition: term.definition,
    altTermIds: withoutNulls(term.altTermIds),
    synonyms: withoutNulls(term.synonyms),
    subTerms: withoutNulls(term.subTerms),
    origin: signature.origin,
    originUrl: signature.originUrl,
  };
}

/** The members of rdp-protocol 1.9. */
export function trustedOntology(ontology: PartnerOntology, { origin, originUrl }: Signature) {
  const { name, definition, numberOfTerms, numberOfObsoleteTerms } = ontology;
  return { name, definition, numberOfTerms, numberOfObsoleteTerms, origin, originUrl };
}

function withoutNulls(texts: Texts | undefined): readonly string[] | undefined {
  return texts?.filter((text) => text !== null);
}
