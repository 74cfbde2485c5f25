/** The parameters of the federated routes: those of the registry API that they share, and their own. */

import { OPENAPI_PARAMETERS } from './openapi-parameters.ts';
import type { Json } from './openapi-shapes.ts';

const SHARED = [
  'symbol',
  'taxonId',
  'orthologTaxonId',
  'tiers',
  'tier',
  'nameLike',
  'prefix',
  'descriptionLike',
  'researcherPositions',
  'researcherPosition',
  'researcherCategories',
  'researcherCategory',
  'organUberonIds',
  'ontologyNames',
  'ontologyTermIds',
  'userId',
  'anonymousId',
  'ontologyName',
] as const satisfies readonly (keyof typeof OPENAPI_PARAMETERS)[];

type SharedKey = (typeof SHARED)[number];
type OwnKey = 'origins' | 'origin' | 'page' | 'size' | 'pageOfEach' | 'sizeOfEach' | 'cursor' | 'termIds';
export type FederatedParameterKey = SharedKey | OwnKey;

const INTEGER = { type: 'integer', format: 'int32' };
const SIZE = { ...INTEGER, minimum: 1, maximum: 2000 };
const PLAIN_ONLY = 'Not in a stream, which holds every record.';

/** @param originKeys the keys of all origins, this registry's own first */
export function federatedParameters(originKeys: readonly string[]): Record<FederatedParameterKey, Json> {
  const key = { type: 'string', enum: originKeys };
  const own: Record<OwnKey, Json> = {
    origins: {
      ...inQuery(
        'origins',
        'Ask these registries only, by their keys. All of them when left out; an empty list is refused.',
        {
          type: 'array',
          items: key,
        },
      ),
      style: 'form',
      explode: true,
    },
    origin: {
      ...inQuery('origin', 'The registry that holds the record, by its key.', key),
      required: true,
      example: originKeys[0],
    },
    // Without defaults: Swagger UI would send them, and they are refused in a stream and beside a cursor.
    page: inQuery('page', `Which page, from 0 and by default 0. ${PLAIN_ONLY}`, { ...INTEGER, minimum: 0 }),
    size: inQuery('size', `Records per page, 20 by default. More than 2000 counts as 2000. ${PLAIN_ONLY}`, SIZE),
    pageOfEach: inQuery('page', 'Which page of each origin, from 0 and by default 0.', { ...INTEGER, minimum: 0 }),
    sizeOfEach: inQuery('size', 'Records per page of each origin, 20 by default. More than 2000 counts as 2000.', SIZE),
    cursor: inQuery(
      'cursor',
      'The `cursor` of an answer to the same question: leads to the page behind it. Given without `page` and `size`, which it knows.',
      { type: 'string' },
    ),
    termIds: {
      ...OPENAPI_PARAMETERS.ontologyTermIds,
      description: 'The terms in question, by their ids.',
      required: true,
      example: ['HP:0001250', 'HP:0000717'],
    },
  };
  const shared = SHARED.map((name) => [name, OPENAPI_PARAMETERS[name]] as const);
  return { ...(Object.fromEntries(shared) as Record<SharedKey, Json>), ...own };
}

/** A reference to a described parameter. */
export function federatedParameter(key: FederatedParameterKey): Json {
  return { $ref: `#/components/parameters/${key}` };
}

function inQuery(name: string, description: string, schema: Json): Json {
  return { name, in: 'query', description, schema };
}
