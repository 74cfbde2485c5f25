/** Records of other registries, of any version, as federated answers have them: whose they are, and where they lead to. */

import { ofAnyVersion } from './any-version.ts';
import { AnonymousUser, User, UserGene } from './people.ts';
import { int, list, named, oneOf, optional, record, type Schema, schema, text, uri, word } from './schema.ts';
import { Stats } from './stats.ts';
import { RemoteOntologyTermInfo, Taxon } from './terms.ts';
import { EVIDENCE } from './words.ts';

export const RecordLinks = record('RecordLinks', 'The links of a record. A link without a target is absent.', {
  page: optional(uri('The profile as a page of this registry.')),
  profile: optional(uri('The profile at the registry that the record is of.')),
  requestAccess: optional(uri('The page to request access to a researcher with a withheld name.')),
});

export const LikelyAlso = record(
  'LikelyAlso',
  'Another record that seems to be of the same person; that is no proof.',
  {
    originKey: text('The `key` of its registry.'),
    id: int('The `id` of its researcher there.'),
    evidence: word(EVIDENCE, 'What both have: the same ORCID iD, the same name and organisation, or the same name.'),
  },
);
const ALIKE = {
  likelyAlso: optional(
    list(
      LikelyAlso,
      'Only in rows of a search in one piece: other records of the whole answer that seem to be of the same person, the best evidence first, at most ten.',
    ),
  ),
};

/** The members that are added to every record of a federated answer. */
const STAMP = {
  originKey: text('The `key` of its registry in `origins`.'),
  links: RecordLinks,
};
const NOTICE = {
  disclaimer: optional(
    text(
      'Only on a record that was asked for by its ID: what its registry asks to be shown beside it, or absent. Other answers have it once, in `origins`.',
    ),
  ),
  terms: optional(
    uri('Only on a record that was asked for by its ID: the address of the terms of its registry, or absent.'),
  ),
};

export const FederatedTaxon = ofAnyVersion(Taxon);
export const FederatedUser = ofAnyVersion(User);
export const FederatedAnonymousUser = ofAnyVersion(AnonymousUser);
export const FederatedStats = ofAnyVersion(Stats);
export const FederatedTermInfo = ofAnyVersion(RemoteOntologyTermInfo);
export const FederatedAnyUser = named('AnyUser', oneOf([FederatedUser, FederatedAnonymousUser]));

/** The record with what a federated answer adds to it. */
function found(name: string, description: string, declared: Schema, more: Record<string, Schema> = {}): Schema {
  const { properties, required } = declared as { properties: Record<string, Schema>; required: string[] };
  const stamped = record(name, description, { ...STAMP, ...NOTICE, ...ALIKE, ...more });
  return {
    ...stamped,
    required: [...Object.keys(STAMP), ...required],
    properties: { ...stamped.properties, ...properties },
  };
}

const FoundUser = found(
  'FoundUser',
  'A researcher in full, with the registry and the links of the record. `anonymousId` is absent.',
  FederatedUser,
  {
    nameMatch: optional(
      word(['near'], 'Only for a full name (`prefix=false`) with a middle name that this person lacks.'),
    ),
  },
);
const FoundAnonymousUser = found(
  'FoundAnonymousUser',
  'A researcher without the person, with the registry and the links of the record. `id` is absent.',
  FederatedAnonymousUser,
);
export const AnyFoundUser = named('AnyFoundUser', oneOf([FoundUser, FoundAnonymousUser]));
export { FoundUser };

const { properties: geneMembers, ...gene } = ofAnyVersion(UserGene);
export const FoundGene = found(
  'FoundGene',
  'A gene that a researcher registered, with the registry and the links of the record.',
  { ...gene, properties: { ...geneMembers, remoteUser: FederatedAnyUser } },
);
export const ANYTHING = schema<unknown>({});
