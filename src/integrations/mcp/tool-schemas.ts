/** JSON Schemas of what the tools for assistants take and return; an assistant chooses a tool by its descriptions. */

import { MOST_CHARACTERS } from '../../domain/resolve/candidate.ts';

/** The most records in one answer of `find_experts`; more would overfill the context of an assistant. */
export const MOST_EXPERTS = 50;
export const DEFAULT_EXPERTS = 20;
const MOST_CANDIDATES = 10;
export const HUMAN_TAXON_ID = 9606;

const TEXT = { type: 'string', maxLength: 400 } as const;
const ORIGINS = {
  type: 'array',
  items: TEXT,
  maxItems: 50,
  description: 'Keys of the registries to ask, as the tool registries names them; all registries unless given.',
} as const;
const SYMBOL = { ...TEXT, description: 'Symbol of a gene, such as BRCA1.' } as const;
const TAXON_ID = {
  type: 'integer',
  description: 'NCBI taxonomy id of the organism of the symbol: 9606 human (the default), 10090 mouse, 7227 fly …',
} as const;

export const FIND_EXPERTS_INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    symbol: SYMBOL,
    taxonId: TAXON_ID,
    orthologTaxonId: {
      type: 'integer',
      description: 'Only people who work on the ortholog in this organism; all organisms unless given.',
    },
    nameLike: { ...TEXT, description: 'Part of the name of a researcher. Not together with symbol.' },
    descriptionLike: {
      ...TEXT,
      description: 'Words of what researchers say they are interested in. Not together with symbol.',
    },
    origins: ORIGINS,
    size: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_EXPERTS,
      default: DEFAULT_EXPERTS,
      description: 'How many are answered at most.',
    },
    cursor: {
      type: 'string',
      maxLength: 8000,
      description: 'The cursor of the answer before, with the same other arguments: answers who come next.',
    },
  },
} as const;

export const RESOLVE_TEXT_INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      description:
        'What somebody typed: a gene by any of its names or identifiers, a disease, a phenotype, a variant, several genes. Leave out whatever tells who a patient is.',
    },
    limit: { type: 'integer', minimum: 1, maximum: MOST_CANDIDATES, default: 5, description: 'Candidates at most.' },
  },
} as const;

export const COVERAGE_INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['symbol'],
  properties: { symbol: SYMBOL, taxonId: TAXON_ID, origins: ORIGINS },
} as const;

export const REGISTRIES_INPUT = { type: 'object', additionalProperties: false, properties: {} } as const;

const COMPLETENESS = {
  complete: {
    type: 'boolean',
    description: 'Whether every registry that was asked answered in full. If not, do not conclude from who is missing.',
  },
  summary: { type: 'string', description: 'The sentence that says which registries answered. Quote it.' },
} as const;

/** Returns the schema of an answer: how complete it is, and these members. */
function answerWith(properties: Readonly<Record<string, object>>) {
  return {
    type: 'object' as const,
    required: ['complete', 'summary', ...Object.keys(properties)],
    properties: { ...COMPLETENESS, ...properties },
  };
}

const REGISTRY_STATES = {
  type: 'array',
  description: 'Each registry, whether it answered, why not, and what it wants to be said beside its records.',
  items: { type: 'object' },
} as const;

export const FIND_EXPERTS_OUTPUT = answerWith({
  experts: {
    type: 'array',
    description:
      'Records, best first. Where withheld is true the person shows no name: access is asked for at requestAccess.',
    items: { type: 'object' },
  },
  found: { type: 'integer', description: 'How many records there are, at least where foundIsExact is false.' },
  foundIsExact: { type: 'boolean' },
  cursor: { type: ['string', 'null'], description: 'Leads to those who come next; null where nobody does.' },
  page: { type: 'string', description: 'The same search as a page for people.' },
  registries: REGISTRY_STATES,
});

export const RESOLVE_TEXT_OUTPUT = answerWith({
  entries: {
    type: 'array',
    description: 'The text, or each gene of a list, with candidates.',
    items: { type: 'object' },
  },
});

export const COVERAGE_OUTPUT = answerWith({
  gene: { type: ['object', 'null'], description: 'As the reference data here know it.' },
  rows: {
    type: 'array',
    description: 'The gene and each ortholog, with how many researchers each registry has for it.',
    items: { type: 'object' },
  },
  registries: REGISTRY_STATES,
});

export const REGISTRIES_OUTPUT = answerWith({ registries: REGISTRY_STATES });
