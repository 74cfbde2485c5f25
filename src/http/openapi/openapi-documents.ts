/** Makes the two OpenAPI documents from YAML files in this folder: the common part, the document's own, and facts of the configuration. */

import { readFileSync } from 'node:fs';
import { madeOnce } from '../../domain/made-once.ts';
import { ownMember } from '../../domain/own-member.ts';

export type OpenApiFacts = {
  shortname: string;
  fullname: string;
  /** `app.site.host` exactly as configured: partners compare it with the address that they know. */
  host: string;
  contactEmail: string | undefined;
  /** Plain `a.b.c`, each part at most 99, at least 1.5.0: RDP partners fail on anything else (rdp-protocol 7.4). */
  apiVersion: string;
  /** Product and version, such as `isearch-proxy/0.1.0`. */
  implementation: string;
  anonymizedSearchResults: boolean;
  /** The keys of all origins, `local` first. */
  originKeys: readonly string[];
};

type OpenApiDocuments = {
  /** The document of `GET /api`: every endpoint of rdp-protocol 2, in OpenAPI 3.0.1. */
  registry(): object;
  /** The document of `GET /api/federated`: every federated route (docs/api.md#all-registries-at-once), in OpenAPI 3.1. */
  federated(): object;
};

/** Parses a YAML text that is part of the program. */
export type ParseYaml = (text: string) => unknown;

type Words = Readonly<Record<string, unknown>>;
/** A document before it is filled in. `x-words` are the words to choose from; they and the repeated parts are not served. */
type Template = { info: object; 'x-words': Readonly<Record<string, Words>>; 'x-common': object; 'x-shared': object };

const common = textOf('common.yaml');
const registryTemplate = templateIn('registry-api.yaml');
const federatedTemplate = templateIn('federated-api.yaml');

/**
 * Makes each document at its first request, as parsing it takes a tenth of the time that a start may take.
 *
 * @param readFacts returns the same object while the facts are the same; another object makes the documents new
 */
export function openApiDocuments(readFacts: () => OpenApiFacts, parseYaml: ParseYaml): OpenApiDocuments {
  return {
    registry: madeOnce(readFacts, (facts) => {
      const results = facts.anonymizedSearchResults ? 'switched-on' : 'switched-off';
      return documentOf(registryTemplate(parseYaml), facts, results);
    }),
    federated: madeOnce(readFacts, (facts) => {
      const numberOfPartners = facts.originKeys.length - 1;
      const partners = ['no-partners', 'one-partner'][numberOfPartners] ?? 'partners';
      return documentOf(federatedTemplate(parseYaml), { ...facts, numberOfPartners }, partners);
    }),
  };
}

/** Reads the file when the program starts, which fails without it; it is parsed once, however many registries run here. */
function templateIn(file: string): (parseYaml: ParseYaml) => Template {
  const text = `${common}${textOf(file)}`;
  let template: Template | undefined;
  return (parseYaml) => {
    template ??= parseYaml(text) as Template;
    return template;
  };
}

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

function documentOf(template: Template, facts: Words, choice: string): object {
  const { 'x-words': choices, 'x-common': _common, 'x-shared': _shared, ...document } = template;
  const words = { ...facts, ...(fill(ownMember(choices, choice), facts) as Words) };
  const filled = fill(document, words) as { info: object };
  const info = Object.entries(filled.info).filter(([key]) => key !== 'contact' || facts.contactEmail);
  return { ...filled, info: Object.fromEntries(info) };
}

/** Returns a copy of the value with words in place of `${…}`; a text that is only `${…}` becomes the word with its type. */
function fill(node: unknown, words: Words): unknown {
  if (Array.isArray(node)) return node.map((item) => fill(item, words));
  if (typeof node === 'object' && node !== null) {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, words)]));
  }
  if (typeof node !== 'string') return node;
  const whole = /^\$\{(\w+)\}$/.exec(node)?.[1];
  return whole === undefined
    ? node.replace(/\$\{(\w+)\}/g, (_, name) => String(wordOf(name, words)))
    : wordOf(whole, words);
}

function wordOf(name: string, words: Words): unknown {
  if (!Object.hasOwn(words, name))
    throw new Error(`The OpenAPI document has no word for '${name}'. There are: ${Object.keys(words).join(', ')}.`);
  return ownMember(words, name);
}
