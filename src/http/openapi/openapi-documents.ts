/** The OpenAPI documents: two of the YAML files beside this one, each behind what both have, with what depends on the configuration filled in. */

import { readFileSync } from 'node:fs';
import { madeOnce } from '../../domain/made-once.ts';

export type OpenApiFacts = {
  shortname: string;
  fullname: string;
  /** `app.site.host` exactly as configured: partners compare it with the address they know. */
  host: string;
  contactEmail: string | undefined;
  /** Plain `a.b.c`, every part at most 99, at least 1.5.0: RDP partners fail on anything else (rdp-protocol 7.4). */
  apiVersion: string;
  /** Product and version, such as `isearch-proxy/0.1.0`. */
  implementation: string;
  anonymizedSearchResults: boolean;
  /** The keys of all origins, `local` first. */
  originKeys: readonly string[];
};

type OpenApiDocuments = {
  /** That of `GET /api`: every endpoint of rdp-protocol 2, in OpenAPI 3.0.1. */
  registry(): object;
  /** That of `GET /api/federated`: every federated route (docs/api.md#all-registries-at-once), in OpenAPI 3.1. */
  federated(): object;
};

/** Reads a YAML text that is part of the program. */
export type ParseYaml = (text: string) => unknown;

type Words = Readonly<Record<string, unknown>>;
/** A document before it is filled in, with the words to choose from and what it repeats, none of which is served. */
type Template = { info: object; 'x-words': Readonly<Record<string, Words>>; 'x-common': object; 'x-shared': object };

const common = textOf('common.yaml');
const registryTemplate = templateIn('registry-api.yaml');
const federatedTemplate = templateIn('federated-api.yaml');

/**
 * Each document is made when it is first asked for: parsing it takes a tenth of what a whole start may take.
 *
 * @param readFacts answers the same object while the facts are the same; with another one, documents are made anew
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

/** Read when the program starts, which fails where the file is missing; parsed once, however many registries run here. */
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
  const words = { ...facts, ...(fill(choices[choice], facts) as Words) };
  const filled = fill(document, words) as { info: object };
  const info = Object.entries(filled.info).filter(([key]) => key !== 'contact' || facts.contactEmail);
  return { ...filled, info: Object.fromEntries(info) };
}

/** The same value with words in the place of `${…}`; a text that is nothing else becomes the word as it is. */
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
  if (!(name in words))
    throw new Error(`The OpenAPI document has no word for '${name}'. There are: ${Object.keys(words).join(', ')}.`);
  return words[name];
}
