/** The two OpenAPI documents, made of the declarations in this folder and of facts of the configuration. */

import { FEDERATED_OPERATIONS } from './federated-operations.ts';
import { type Recorded, writtenApi } from './openapi.ts';
import { registryOperations } from './registry-operations.ts';
import { SERVICE_OPERATIONS } from './service-operations.ts';

export type OpenApiFacts = {
  shortname: string;
  fullname: string;
  /** `app.site.host` exactly as configured: partners compare it with the address that they know. */
  host: string;
  contactEmail: string | undefined;
  /** Plain `a.b.c`, each part at most 99, at least 1.5.0: RDP partners fail on anything else (rdp-protocol 7.4). */
  apiVersion: string;
  /** The version of the API over all registries. */
  federatedVersion: string;
  /** Product and version, such as `isearch-proxy/0.1.0`. */
  implementation: string;
  anonymizedSearchResults: boolean;
  /** The keys of all origins, `local` first. */
  originKeys: readonly string[];
};

/**
 * Returns the document of `GET /api`, in OpenAPI 3.0.1. Partners read `info.version`, `info.title` and the one address in
 * `servers` (rdp-protocol 1.12, 7.3, 7.9).
 */
export function registryDocument(facts: OpenApiFacts, recorded: Recorded): object {
  const { shortname, fullname, anonymizedSearchResults } = facts;
  const [anonymizedResults, resolvingIds] = anonymizedSearchResults
    ? [
        'switched **on** here: a record the caller may not read is shown without the person, with an `anonymousId` to be resolved by someone who may',
        'In full when the caller may read it, else anonymized again.',
      ]
    : [
        'switched **off** here: a record the caller may not read is left out',
        'Anonymized search results are switched off in this registry, so this always answers 503.',
      ];
  const description = withList(
    `The researchers of **${fullname}** (${shortname}), the genes they registered, and the ontologies and taxa these refer to. Everything is read with GET (or HEAD); only this registry is asked, never its partners.`,
    `**Who sees what.** Nothing requires a token. A token adds what its account may read. Anonymized results are ${anonymizedResults}.`,
    '**Sets** are passed by repeating the parameter. Given once, a value is split at commas; given once and empty, it is the empty set, which nothing matches. Values of one set are alternatives; different filters must all be met.',
    '**Pages** are counted from 0 and run up to `totalPages`. A search answers a plain array unless `page` or `size` is given.',
    '**Errors** of a question are one sentence of plain text; a request that cannot be understood is answered with an error document. Unknown parameters are ignored.',
  );
  const { paths, components } = writtenApi(registryOperations(resolvingIds), 'registry', {
    host: hostOf(facts),
    recorded,
  });
  return {
    openapi: '3.0.1',
    info: {
      title: `${shortname} RESTful API`,
      description,
      ...aboutOf(facts),
      // The address at which other registries request access to a record for their readers; RDP has no such address.
      'x-access-requests': '/api/federated/access-requests',
    },
    servers: [{ url: facts.host }],
    security: [{}, { bearer: [] }, { authParameter: [] }],
    tags: [
      { name: 'Genes', description: 'Genes that researchers registered, each with its researcher.' },
      { name: 'Researchers', description: 'Profiles of researchers.' },
      { name: 'Ontologies', description: 'The vocabularies that profiles are described with, and their terms.' },
      { name: 'Taxa', description: 'Organisms, by NCBI taxon ID.' },
      { name: 'Statistics', description: 'How many researchers and genes there are.' },
      { name: 'About', description: 'This description.' },
    ],
    paths,
    components: {
      ...components,
      securitySchemes: {
        bearer: bearer('A secret access token of an account here, or the token agreed with a partner registry.'),
        authParameter: {
          type: 'apiKey',
          in: 'query',
          name: 'auth',
          description:
            'Deprecated since 1.4.0: addresses end up in logs. The same token as a query parameter; when present, it wins over the header.',
        },
      },
    },
  };
}

/** Returns the document of `GET /api/federated`, in OpenAPI 3.1. */
export function federatedDocument(facts: OpenApiFacts, recorded: Recorded): object {
  const description = withList(
    `A question is put to **${facts.fullname}** (${facts.shortname})${partnersOf(facts)}. Every answer says what became of each registry: \`origins\` has one entry for each, \`complete\` says whether all of them answered in full, and \`summary\` says it in one sentence. "Did not answer" is never shown as "found nothing".`,
    '**At once or in parts.** With `Accept: application/x-ndjson` an answer comes as one JSON object a line: a `plan`, a `part` for each origin in order of arrival, and an `end`. A stream without its `end` was cut. A streamed search holds every record; a streamed listing holds a page of each origin.',
    '**Ask again, just there.** `origins`, repeated, names the registries to ask.',
    '**Pages.** `cursor` leads to the next page. It belongs to the question it came from. Where there is none, `retryCursor` leads to what failed.',
    '**Records** of different registries are never fused. Each says which registry it comes from. What older versions do not know is absent, or null.',
    '**Errors** are problem documents (RFC 9457) with a stable `code`. A registry that fails is no error: it is the state of its origin.',
  );
  const written = writtenApi(FEDERATED_OPERATIONS, 'federated', { host: hostOf(facts), recorded });
  return documentOf(facts, written, {
    // The title is the same in every installation, as generators of clients name packages after it.
    ...{ title: 'Federated API', description },
    tags: [
      { name: 'Search', description: 'One question to every registry.' },
      { name: 'Listings', description: 'What every registry holds, page by page.' },
      { name: 'Records', description: 'One record at its registry, with the rights of the caller there.' },
      { name: 'Statistics and terms', description: 'What the registries count, and what they know.' },
      { name: 'Partners', description: 'The registries that are asked, and this description.' },
    ],
    token: 'A secret access token of an account here. It is never sent on to another registry.',
  });
}

/** Returns the document of what stands beside the APIs, in OpenAPI 3.1. */
export function servicesDocument(facts: OpenApiFacts): object {
  const description =
    'Files of searches, feeds, suggestions for what is typed, and what administrators of this registry ask. Errors are problem documents (RFC 9457).';
  const written = writtenApi(SERVICE_OPERATIONS, 'federated', { host: hostOf(facts), recorded: {} });
  return documentOf(facts, written, {
    ...{ title: 'Services beside the API', description },
    tags: [
      { name: 'Files and feeds', description: 'The whole answer of a search, and what is new in it.' },
      { name: 'Suggestions', description: 'What somebody may mean who is typing.' },
      { name: 'Administration', description: 'With the token of an administrator of this registry.' },
    ],
    token: 'A secret access token of an account here.',
  });
}

type AboutDocument = {
  title: string;
  description: string;
  tags: readonly { name: string; description: string }[];
  /** Which token is meant. */
  token: string;
};

/** Returns a document in OpenAPI 3.1. */
function documentOf(
  facts: OpenApiFacts,
  { paths, components }: ReturnType<typeof writtenApi>,
  { title, description, tags, token }: AboutDocument,
): object {
  return {
    openapi: '3.1.0',
    info: {
      ...{ title, description, ...aboutOf(facts), version: facts.federatedVersion },
      // The version of the API of one registry, which partners read.
      'x-registry-api': facts.apiVersion,
    },
    servers: [{ url: facts.host }],
    security: [{}, { bearer: [] }],
    tags,
    paths,
    components: { ...components, securitySchemes: { bearer: bearer(token) } },
  };
}

/** Returns the address without a trailing slash. */
function hostOf({ host }: OpenApiFacts): string {
  return host.replace(/(?<!\/)\/+$/, '');
}

/** Whom to write to, where that is configured, and the names of the registry for programs; titles are for people. */
function aboutOf({ shortname, fullname, contactEmail, apiVersion, implementation }: OpenApiFacts): object {
  return {
    ...(contactEmail && { contact: { name: fullname, email: contactEmail } }),
    version: apiVersion,
    'x-implementation': implementation,
    'x-registry': { shortName: shortname, name: fullname },
  };
}

function partnersOf({ originKeys }: OpenApiFacts): string {
  const partners = originKeys.length - 1;
  if (partners === 0) return ', which has no partners';
  return partners === 1 ? ' and to its partner' : ` and to its ${partners} partners`;
}

/** Returns a paragraph with a list behind it, in Markdown. */
function withList(paragraph: string, ...items: readonly string[]): string {
  return `${paragraph}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

function bearer(description: string): object {
  return { type: 'http', scheme: 'bearer', description };
}
