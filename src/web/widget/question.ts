/** What an element `<isearch-results>` asks its registry, and the lines of the answer. */

import type { AnswerLine, FederatedGene } from '../../client/federated-answers.ts';
import { readLines } from '../../client/read-lines.ts';

export type WidgetQuestion = {
  /** Of the registry, with a slash at its end. */
  base: string;
  symbol: string;
  taxonId: number;
  params: URLSearchParams;
};

/**
 * Out of the attributes; undefined where one that is needed is missing or wrong.
 *
 * @param home the registry to ask, unless `src` says otherwise
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

/** Undefined unless it leads to a website. */
function baseOf(address: string): string | undefined {
  if (!URL.canParse(address, document.baseURI)) return undefined;
  const { protocol, href } = new URL(address, document.baseURI);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return href.replace(/[?#].*/s, '').replace(/(?<!\/)\/*$/, '/');
}

/** Asks as the public; up to the end line. @throws Error with the sentence of the registry as its cause, if there is one */
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

/** Why the registry refuses to be asked so, for whoever wrote the attributes. */
async function refusalIn(response: Response): Promise<unknown> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: unknown };
  return detail;
}
