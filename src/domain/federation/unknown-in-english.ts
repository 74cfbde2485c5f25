/**
 * The English titles that several registries may share: that they do not know what was asked for, or were left out. They
 * are apart from the other reasons because the page needs only these.
 */

import { isOne } from '../plurals.ts';
import { TAXON_NAMES } from '../record/taxon-names.ts';
import { listInSentence, namedInSentence } from '../shown-text.ts';
import type { BriefReason, FirstNames, ReasonParams, UnknownGene } from './reasons.ts';

/** The title for one registry, or for several. */
export type Title<Params> = string | ((params: Params, isOfSeveral: boolean) => string);

const COMMON_CODES = [
  'left-out',
  'no-gene-listed',
  'no-symbol',
  'unknown-symbol',
  'unknown-symbols-of-list',
  'unknown-taxon',
  'unknown-ontology',
  'unknown-ontologies',
  'unused-ontologies',
  'unknown-terms',
] as const;
type CommonCode = (typeof COMMON_CODES)[number];

/** Returns the name of an organism of every RDP in brackets; registries without it do not name it. */
function nameOf(taxonId: number): string {
  const name: string | undefined = (TAXON_NAMES as Readonly<Record<number, string>>)[taxonId];
  return name === undefined ? '' : ` (${name})`;
}

const notAsked = (_: object, isOfSeveral: boolean) => `${isOfSeveral ? 'were' : 'was'} not asked`;

export const COMMON_TITLES: { readonly [Code in CommonCode]: Title<ReasonParams[Code]> } = {
  'left-out': notAsked,
  'no-gene-listed': notAsked,
  'no-symbol': (_, isOfSeveral) => `${isOfSeveral ? 'know' : 'knows'} no gene without a symbol`,
  'unknown-symbol': ({ symbol }, isOfSeveral) => `${doNot(isOfSeveral)} know the symbol ${namedInSentence(symbol)}`,
  'unknown-symbols-of-list': ({ genes, of }, isOfSeveral) =>
    `${doNot(isOfSeveral)} know the symbol for ${genes} of ${of} genes`,
  'unknown-taxon': ({ taxonId }, isOfSeveral) => `${doNot(isOfSeveral)} know the taxon ${taxonId}${nameOf(taxonId)}`,
  'unknown-ontology': ({ name }, isOfSeveral) =>
    `${doNot(isOfSeveral)} know the ontology${name === null ? '' : ` ${namedInSentence(name)}`}`,
  'unknown-ontologies': (names, isOfSeveral) =>
    `${doNot(isOfSeveral)} know ${names.names.length === 0 ? 'an ontology asked for' : several(names, ['the ontology', 'the ontologies'])}`,
  'unused-ontologies': (names, isOfSeveral) =>
    `${doNot(isOfSeveral)} use ${several(names, ['the ontology', 'the ontologies'])}`,
  'unknown-terms': (names, isOfSeveral) => `${doNot(isOfSeveral)} know ${several(names, ['the term', 'the terms'])}`,
};

/** Returns the title for several registries; undefined for a reason that each registry has by itself. */
export function commonTitle({ code, params }: BriefReason): string | undefined {
  if (!isCommon(code)) return undefined;
  const title = COMMON_TITLES[code] as Title<object>;
  return typeof title === 'string' ? title : title(params, true);
}

function isCommon(code: string): code is CommonCode {
  return (COMMON_CODES as readonly string[]).includes(code);
}

function doNot(isOfSeveral: boolean): string {
  return isOfSeveral ? 'do not' : 'does not';
}

function several({ names, more }: FirstNames, [one, many]: readonly [string, string]): string {
  return `${isOne(names.length + more) ? one : many} ${namesInEnglish({ names, more })}`;
}

/** Writes names such as `A`, `A and B`, or `A, B, C and 2 more`. */
export function namesInEnglish({ names, more }: FirstNames): string {
  return listInSentence([...names.map((name) => namedInSentence(name)), ...(more > 0 ? [`${more} more`] : [])], 'and');
}

/** Writes an ortholog with its organism, as the registry may well know the symbol in the organism of the question. */
export function namedGene({ symbol, taxon }: UnknownGene): string {
  const named = namedInSentence(symbol);
  return taxon === null ? named : `${named} of ${taxon.name ?? `the taxon ${taxon.id}`}`;
}
