/** The record schemas of the registry API as OpenAPI 3.1 writes them, and as partners of any version fill them. */

import { OPENAPI_SCHEMAS } from './openapi-schemas.ts';
import { type Json, mapOf, ref } from './openapi-shapes.ts';

/** What every record has, whatever the version of its registry; a researcher also has one of her two ids. */
const SURE = {
  User: ['id', 'origin', 'originUrl'],
  AnonymousUser: ['anonymousId', 'origin', 'originUrl'],
  UserGene: ['taxon', 'symbol', 'tier', 'remoteUser'],
  Taxon: ['id'],
  UserOrgan: [],
  UserTerm: [],
  UserOntologyTerm: [],
  Publication: [],
  RemoteOntology: [],
  RemoteOntologyTermInfo: ['termId'],
  Stats: [],
} as const satisfies Partial<Record<keyof typeof OPENAPI_SCHEMAS, readonly string[]>>;

type RecordName = keyof typeof SURE;

/** By the name they have in the registry API; `ProfileGene` is a gene inside the profile of its owner. */
export const FEDERATED_RECORDS: Record<RecordName | 'AnyUser' | 'ProfileGene', Json> = {
  ...(Object.fromEntries(
    Object.entries(SURE).map(([name, sure]) => [name, ofAnyVersion(OPENAPI_SCHEMAS[name as RecordName], sure)]),
  ) as Record<RecordName, Json>),
  AnyUser: { anyOf: [ref('User'), ref('AnonymousUser')] },
  ProfileGene: profileGene(),
};

/** The same schema in the words of OpenAPI 3.1, where null is a type and a schema has a list of examples. */
export function toOpenApi31(schema: Json): Json {
  const { nullable, example, ...rest } = schema;
  const members = Object.entries(rest).map(([key, value]) => [key, convert(value)]);
  const converted: Json = Object.fromEntries(members);
  const shown = example === undefined ? converted : { ...converted, examples: [example] };
  return nullable === true ? orNull31(shown) : shown;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return typeof value === 'object' && value !== null ? toOpenApi31(value as Json) : value;
}

/** Only what is sure is always there; the rest is absent or null in records of registries that do not know it. */
function ofAnyVersion({ properties, ...schema }: Json, sure: readonly string[]): Json {
  const members = Object.entries(properties as Record<string, Json>).map(([name, member]) => {
    // The statistics have a member of that name too.
    const isMapOfGenes = name === 'userGenes' && member.type === 'object';
    const converted = toOpenApi31(isMapOfGenes ? mapOf(ref('ProfileGene'), String(member.description)) : member);
    return [name, sure.includes(name) ? converted : orNull31(withOtherWords(converted))];
  });
  return toOpenApi31({ ...schema, required: sure, properties: Object.fromEntries(members) });
}

function profileGene(): Json {
  const { example, ...gene } = OPENAPI_SCHEMAS.UserGene;
  const { remoteUser, anonymousId, ...properties } = gene.properties as Record<string, Json>;
  return ofAnyVersion({ ...gene, description: 'A registered gene in the profile of its owner.', properties }, []);
}

/** Another version may know other words; those of this one become examples. */
function withOtherWords(schema: Json): Json {
  const { enum: words, items, ...rest } = schema;
  if (items !== undefined) return { ...rest, items: withOtherWords(items as Json) };
  if (!Array.isArray(words) || words.every((word) => typeof word === 'number')) return schema;
  return { ...rest, examples: words.filter((word) => word !== null) };
}

function orNull31(schema: Json): Json {
  if (schema.$ref !== undefined) {
    const { $ref, ...rest } = schema;
    return { anyOf: [{ $ref }, { type: 'null' }], ...rest };
  }
  const { type, enum: words } = schema;
  const types = [...new Set([type].flat().concat('null'))];
  return { ...schema, type: types, ...(Array.isArray(words) ? { enum: [...new Set([...words, null])] } : {}) };
}
