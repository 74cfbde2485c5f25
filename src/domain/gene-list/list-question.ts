/** Reads the list of genes in the body of a request, and limits its content and size. */

import { RegistryError } from '../errors.ts';
import type { OriginKeys } from '../federation/federated-query.ts';
import { isObject } from '../is-object.ts';
import { seenLines, seenText } from '../query/unseen-characters.ts';
import { LARGEST_INT } from '../record/model.ts';
import type { RecordForm } from '../record/row.ts';
import { MOST_GENES } from './typed-entries.ts';

/** The longest text of one entry, enough for an expression of a variant. */
const MOST_CHARACTERS = 200;

export type AskedGene = { symbol: string; taxonId: number };

/** Genes by symbol and organism, or texts that each name one gene; and the registries to query, all of them when undefined. */
export type GeneListQuestion = ({ genes: readonly AskedGene[] } | { texts: readonly string[] }) & {
  origins: OriginKeys;
  /** The form of the people in the answer; undefined if they are only counted. */
  form?: RecordForm | undefined;
};

const MEMBERS = ['genes', 'text', 'origins', 'fields'];
/** The people of a list are sent as rows only: there is one for each pair of a person and a gene. */
const FORM = 'row';

/**
 * Reads `{"genes":[{"symbol":"KCNQ2","taxonId":9606}]}` or `{"text":["KCNQ2","ENSG00000075043"]}`, either with `origins`
 * and with `fields`, for the people themselves.
 * No error message contains a gene of the list.
 *
 * @throws RegistryError `list-invalid`, `list-too-long`
 */
export function parseGeneList(body: unknown): GeneListQuestion {
  if (!isObject(body)) throw invalid(kindOf(body), 'an object');
  const strange = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (strange !== undefined) throw invalid('a member that is not known', MEMBERS.join(', '));
  const { genes, text } = body;
  if ((genes === undefined) === (text === undefined)) {
    throw invalid(genes === undefined ? 'neither genes nor text' : 'both genes and text', 'one of genes and text');
  }
  const asked = { origins: originsIn(body.origins), form: formIn(body.fields) };
  if (genes === undefined) return { texts: entriesOf('text', text).map(textIn), ...asked };
  return { genes: entriesOf('genes', genes).map(geneIn), ...asked };
}

/** Refuses a list with too many genes. @throws RegistryError `list-too-long` */
export function refuseTooMany(count: number): void {
  if (count > MOST_GENES) throw new RegistryError('list-too-long', { found: count, allowed: MOST_GENES });
}

function entriesOf(member: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`${kindOf(value)} as ${member}`, 'a list');
  if (value.length === 0) throw invalid(`no entry in ${member}`, `1 to ${MOST_GENES} entries`);
  refuseTooMany(value.length);
  return value;
}

function textIn(entry: unknown, index: number): string {
  // Line ends separate genes.
  return textOf(entry, `entry ${index + 1} of text`, seenLines);
}

function geneIn(entry: unknown, index: number): AskedGene {
  const place = `entry ${index + 1} of genes`;
  if (!isObject(entry)) throw invalid(`${kindOf(entry)} as ${place}`, 'an object with symbol and taxonId');
  const { symbol, taxonId } = entry;
  if (typeof taxonId !== 'number' || !Number.isInteger(taxonId) || taxonId < 1 || taxonId > LARGEST_INT) {
    throw invalid(`${kindOf(taxonId)} as taxonId of ${place}`, 'the number of an organism, such as 9606');
  }
  return { symbol: textOf(symbol, `symbol of ${place}`, seenText), taxonId };
}

function textOf(value: unknown, place: string, seen: (text: string) => string): string {
  if (typeof value !== 'string') throw invalid(`${kindOf(value)} as ${place}`, 'a text');
  const text = seen(value);
  if (text === '') throw invalid(`nothing as ${place}`, 'a text');
  // Counts code points, as the description of the API does.
  const { length } = [...text];
  if (length > MOST_CHARACTERS) {
    throw invalid(`${length} characters as ${place}`, `at most ${MOST_CHARACTERS} characters`);
  }
  return text;
}

/** Reads the keys. An empty list becomes an invalid key, so that it is refused and does not mean all registries. */
function originsIn(value: unknown): OriginKeys {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) {
    throw invalid('something else as origins', 'a list of keys of registries');
  }
  return value.length === 0 ? [''] : value;
}

function formIn(value: unknown): RecordForm | undefined {
  if (value !== undefined && value !== FORM) throw invalid('something else as fields', FORM);
  return value;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? `the number ${value}` : 'a yes or no';
}

function invalid(found: string, allowed: string): RegistryError {
  return new RegistryError('list-invalid', { found, allowed });
}
