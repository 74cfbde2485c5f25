/** What the federated API says about itself: the OpenAPI 3.1 document of `GET /api/federated`. */

import { federatedParameters } from './federated-openapi-parameters.ts';
import { PARTNER_SCHEMAS } from './federated-openapi-partners.ts';
import { FEDERATED_PATHS } from './federated-openapi-paths.ts';
import { FEDERATED_RESPONSES } from './federated-openapi-responses.ts';
import { FEDERATED_SCHEMAS } from './federated-openapi-schemas.ts';
import type { OpenApiFacts } from './openapi.ts';

export type FederatedOpenApiFacts = Omit<OpenApiFacts, 'anonymizedSearchResults'> & {
  /** The keys of all origins, `local` first. */
  originKeys: readonly string[];
};

/** The OpenAPI 3.1 description of every federated route (design 3 and 5). */
export function federatedOpenApiDocument(facts: FederatedOpenApiFacts): object {
  const { shortname, fullname, host, contactEmail, apiVersion, implementation, originKeys } = facts;
  return {
    openapi: '3.1.0',
    info: {
      title: `${shortname} federated API`,
      description: description(facts),
      ...(contactEmail ? { contact: { name: fullname, email: contactEmail } } : {}),
      version: apiVersion,
      'x-implementation': implementation,
    },
    servers: [{ url: host }],
    security: [{}, { bearer: [] }],
    tags: TAGS,
    paths: FEDERATED_PATHS,
    components: {
      schemas: { ...FEDERATED_SCHEMAS, ...PARTNER_SCHEMAS },
      parameters: federatedParameters(originKeys),
      responses: FEDERATED_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const TAGS = [
  { name: 'Search', description: 'One question to every registry.' },
  { name: 'Listings', description: 'What every registry holds, page by page.' },
  { name: 'Records', description: 'One record at its registry, with the rights of the caller there.' },
  { name: 'Statistics and terms', description: 'What the registries count, and what they know.' },
  { name: 'Partners', description: 'The registries that are asked, and this description.' },
];

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret access token of an account here. It is never sent on to another registry.',
  },
};

function description({ shortname, fullname, originKeys }: FederatedOpenApiFacts): string {
  const partners = originKeys.length - 1;
  const asked = partners === 1 ? 'its partner' : `its ${partners} partners`;
  return `A question is put to **${fullname}** (${shortname})${partners === 0 ? ', which has no partners' : ` and to ${asked}`}. Every answer says what became of each registry: \`origins\` has one entry for each, \`complete\` says whether all of them answered in full, and \`summary\` says it in one sentence. "Did not answer" is never shown as "found nothing".

- **At once or in parts.** With \`Accept: application/x-ndjson\` an answer comes as one JSON object a line: a \`plan\`, a \`part\` for each origin in order of arrival, and an \`end\`. A stream without its \`end\` was cut. A streamed search holds every record; a streamed listing holds a page of each origin.
- **Ask again, just there.** \`origins\`, repeated, names the registries to ask.
- **Pages.** \`cursor\` leads to the next page. It belongs to the question it came from.
- **Records** of different registries are never fused. Each says which registry it comes from. What older versions do not know is absent, or null.
- **Errors** are problem documents (RFC 9457) with a stable \`code\`. A registry that fails is no error: it is the state of its origin.`;
}
