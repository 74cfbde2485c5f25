/** What the registry API says about itself: the OpenAPI document of `GET /api`. */

import { OPENAPI_PARAMETERS } from './openapi-parameters.ts';
import { openApiPaths } from './openapi-paths.ts';
import { OPENAPI_RESPONSES } from './openapi-responses.ts';
import { OPENAPI_SCHEMAS } from './openapi-schemas.ts';

export type OpenApiFacts = {
  shortname: string;
  fullname: string;
  /** `app.site.host` exactly as configured: partners compare it with the address they know. */
  host: string;
  contactEmail: string | undefined;
  /** Plain `a.b.c`, every part at most 99, at least 1.5.0: RDP partners fail on anything else (contract 7.4). */
  apiVersion: string;
  /** Product and version, such as `isearch-proxy/0.1.0`. */
  implementation: string;
  anonymizedSearchResults: boolean;
};

/**
 * The OpenAPI 3.0.1 description of every endpoint of the specification, section 4. Partners read three things from
 * it: `info.version`, `info.title` and the one address in `servers` (contract 1.12, 7.3, 7.9 #7 and #8).
 */
export function openApiDocument(facts: OpenApiFacts): object {
  return {
    openapi: '3.0.1',
    info: {
      title: `${facts.shortname} RESTful API`,
      description: description(facts),
      ...(facts.contactEmail ? { contact: { name: facts.fullname, email: facts.contactEmail } } : {}),
      version: facts.apiVersion,
      'x-implementation': facts.implementation,
    },
    servers: [{ url: facts.host }],
    security: [{}, { bearer: [] }, { authParameter: [] }],
    tags: TAGS,
    paths: openApiPaths({ anonymizedSearchResults: facts.anonymizedSearchResults }),
    components: {
      schemas: OPENAPI_SCHEMAS,
      parameters: OPENAPI_PARAMETERS,
      responses: OPENAPI_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const TAGS = [
  { name: 'Genes', description: 'Genes that researchers registered, each with its researcher.' },
  { name: 'Researchers', description: 'Profiles of researchers.' },
  { name: 'Ontologies', description: 'The vocabularies that profiles are described with, and their terms.' },
  { name: 'Taxa', description: 'Organisms, by NCBI taxon ID.' },
  { name: 'Statistics', description: 'How many researchers and genes there are.' },
  { name: 'About', description: 'This description.' },
];

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret access token of an account here, or the token agreed with a partner registry.',
  },
  authParameter: {
    type: 'apiKey',
    in: 'query',
    name: 'auth',
    description:
      'Deprecated since 1.4.0: addresses end up in logs. The same token as a query parameter; when present, it wins over the header.',
  },
};

function description({ shortname, fullname, anonymizedSearchResults }: OpenApiFacts): string {
  return `The researchers of **${fullname}** (${shortname}), the genes they registered, and the ontologies and taxa these refer to. Everything is read with GET (or HEAD); only this registry is asked, never its partners.

- **Who sees what.** Nothing requires a token. A token adds what its account may read. Anonymized results are switched **${anonymizedSearchResults ? 'on' : 'off'}** here${anonymizedSearchResults ? ': a record the caller may not read is shown without the person, with an `anonymousId` to be resolved by someone who may' : ': a record the caller may not read is left out'}.
- **Sets** are passed by repeating the parameter. Given once, a value is split at commas; given once and empty, it is the empty set, which nothing matches. Values of one set are alternatives; different filters must all be met.
- **Pages** are counted from 0 and run up to \`totalPages\`. A search answers a plain array unless \`page\` or \`size\` is given.
- **Errors** of a question are one sentence of plain text; a request that cannot be understood is answered with an error document. Unknown parameters are ignored.`;
}
