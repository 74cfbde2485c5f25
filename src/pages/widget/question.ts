/** The question of an element `<isearch-results>` to its registry, and the lines of the answer. */

import type { AnswerLine, FederatedGene } from '../../client/answers.ts';
import { readLines } from '../../client/fetch-json.ts';

export type WidgetQuestion = {
  /** The address of the registry, with a slash at its end. */
  base: string;
  symbol: string;
  taxonId: number;
  params: URLSearchParams;
};

/**
 * Reads the question from the attributes; undefined if a required one is missing or invalid.
 *
 * @param home the registry to ask, unless `src` names another one
 */
export function readQuestion(host: HTMLElement, home: string): WidgetQuestion | undefined {
  const symbol = host.getAttribute('symbol')?.trim() ?? '';
  const taxonId = host.getAttribute('taxon-id')?.trim() ?? '';
  const base = baseOf(host.getAttribute('src') ?? home);
  if (symbol === '' || !/^\d+$/.test(taxonId) || base === undefined) return undefined;
  const params = new URLSearchParams({ symbol, taxonId });
  const ortholog = host.getAttribute('ortholog-taxon-id')?.trim();
  if (ortholog) params.set('orthologTaxonId', ortholog);
  for (const key of host.getAttribute('origins')?.split(/[\s,]+/) ?? []) if (key) params.append('origins', key);
  return { base, symbol, taxonId: Number(taxonId), params };
}

/** Returns the base address, with a slash at its end; undefined if it is not http or https. */
function baseOf(address: string): string | undefined {
  if (!URL.canParse(address, document.baseURI)) return undefined;
  const { protocol, href } = new URL(address, document.baseURI);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return href.replace(/[?#].*/s, '').replace(/(?<!\/)\/*$/, '/');
}

/**
 * Asks without credentials, and yields the lines up to the end line.
 *
 * @throws Error whose cause is the sentence of the registry, if there is one
 */
export async function* answerLines(
  { base, params }: WidgetQuestion,
  signal: AbortSignal,
): AsyncGenerator<AnswerLine<FederatedGene>> {
  const response = await fetch(`${base}api/federated/genes/search?${params}&fields=row`, {
    headers: { Accept: 'application/x-ndjson' },
    credentials: 'omit',
    signal,
  });
  if (!response.ok || response.body === null) {
    throw new Error(`status ${response.status}`, { cause: await refusalIn(response) });
  }
  yield* readLines<AnswerLine<FederatedGene>>(response.body);
}

/** Returns why the registry refused the question, for the person who wrote the attributes. */
async function refusalIn(response: Response): Promise<unknown> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: unknown };
  return detail;
}
