/** Reads requests of a Matchmaker Exchange node: of a patient only the candidate genes are used. */

import { isObject, ownMember } from '../../domain/own-member.ts';

/** A request that the protocol does not allow to answer. The message is sent, and has no word of the patient's data. */
export class MatchRefusal extends Error {
  override readonly name = 'MatchRefusal';
  readonly status: 400 | 401 | 406 | 422;
  constructor(status: MatchRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

type MatchRequest = {
  /** Symbols, Ensembl ids or NCBI ids in their order, without repetitions. */
  genes: readonly string[];
  /** Whether this is a test request, which is not counted. */
  isTest: boolean;
};

/** How many genes a patient may have, as each is a search of all registries. */
export const MOST_GENES = 10;
const MOST_GENE_CHARACTERS = 40;
const MOST_ENTRIES = 20_000;

/**
 * Reads the body of `POST /mme/match`. Features and other data about the patient are checked only as far as the
 * protocol requires them to be there.
 *
 * @throws MatchRefusal 400 for what is missing or has the wrong type, 422 for more than {@link MOST_GENES} genes
 */
export function readMatchRequest(body: unknown): MatchRequest {
  const patient = objectIn(body, 'patient', 'the body');
  textIn(patient.id, 'patient.id');
  const contact = objectIn(patient, 'contact', 'patient');
  for (const name of ['name', 'href']) textIn(ownMember(contact, name), `patient.contact.${name}`);
  const features = listIn(patient.features, 'patient.features');
  const genomic = listIn(patient.genomicFeatures, 'patient.genomicFeatures');
  if (features.length + genomic.length === 0) {
    throw invalid('patient has neither features nor genomicFeatures', 'one of them with an entry');
  }
  const genes = [...new Set(genomic.map(geneIn))];
  if (genes.length > MOST_GENES) {
    throw new MatchRefusal(422, `The patient has ${genes.length} candidate genes. Allowed: at most ${MOST_GENES}.`);
  }
  return { genes, isTest: patient.test === true };
}

function geneIn(feature: unknown, index: number): string {
  const place = `patient.genomicFeatures[${index}]`;
  const gene = objectIn(feature, 'gene', place);
  const id = textIn(gene.id, `${place}.gene.id`).trim();
  const { length } = id;
  if (length > MOST_GENE_CHARACTERS) {
    throw invalid(`${place}.gene.id has ${length} characters`, `at most ${MOST_GENE_CHARACTERS}`);
  }
  return id;
}

function objectIn(parent: unknown, name: string, place: string): Record<string, unknown> {
  const value = isObject(parent) ? ownMember(parent, name) : undefined;
  if (!isObject(value)) throw invalid(`${place} has no '${name}' that is an object`, 'an object');
  return value;
}

function textIn(value: unknown, place: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw invalid(`${place} is no text`, 'a text that is not empty');
  return value;
}

function listIn(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(`${place} is no list`, 'a list');
  if (value.length > MOST_ENTRIES) throw invalid(`${place} has ${value.length} entries`, `at most ${MOST_ENTRIES}`);
  return value;
}

function invalid(found: string, allowed: string): MatchRefusal {
  return new MatchRefusal(400, `The request is not valid: ${found}. Allowed: ${allowed}.`);
}
