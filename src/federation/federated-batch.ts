/** A list of genes, searched for in all registries after the searches of other callers. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Part, partOf } from '../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import { namedSources } from '../domain/federation/queried-sources.ts';
import type { Source, SourceAddress } from '../domain/federation/source.ts';
import { type ListAnswer, type ListOrigin, listEnd, listOrigin } from '../domain/gene-list/list-answer.ts';
import { type ListCell, listCell } from '../domain/gene-list/list-cell.ts';
import {
  type GeneListQuestion,
  questionOfGene,
  refuseTooMany,
  type UnderstoodList,
  understoodGenes,
  understoodTexts,
} from '../domain/gene-list/list-question.ts';
import type { ResolveGene } from '../domain/query/gene-names.ts';
import type { Viewer } from '../domain/record/model.ts';
import { isExactGene, type Resolution, type ResolvedText } from '../domain/resolve/candidate.ts';
import { isZygosity } from '../domain/resolve/resolve-text.ts';
import type { AskList } from './fan-out.ts';
import type { PartFor } from './federated-plan.ts';

/** A list that can be put: faults of the question were thrown before. */
export type BatchPlan = UnderstoodList & {
  queried: readonly SourceAddress[];
  /**
   * Returns the cells that need no other registry: those of this one, and those in the cache.
   *
   * @param on called with each of them, and with the part that it counts
   */
  cached(on?: (cell: ListCell, part: Part) => void): Promise<ListCell[]>;
  /**
   * Puts the list, and resolves when every cell is there or the time is over; undefined if the caller leaves before.
   *
   * @param on called with what arrives, and awaited; an error that it throws ends the list
   */
  collect(on?: OnArrival): Promise<ListAnswer | undefined>;
};

type OnArrival = {
  /** Called with each cell that arrives, and with the part that it counts. */
  cell?(cell: ListCell, part: Part): Promise<void> | void;
  /** Called with a registry that has a cell for every gene. */
  origin?(origin: ListOrigin): Promise<void>;
};

/** @throws RegistryError `unknown-origin`, `list-too-long` */
export type FederatedBatch = (
  question: GeneListQuestion,
  viewer: Viewer,
  signal: AbortSignal,
  /** How long the list may take, in milliseconds; by default as long as a search. */
  limitMs?: number,
) => Promise<BatchPlan>;

/** Returns what a text may mean, the best first, by this registry's reference data. */
export type LookUpText = (text: string, limit: number) => Promise<Resolution>;

/** A source, and its cells so far. */
type Answered = { source: SourceAddress; cells: ListCell[] };

type Options = {
  sources: () => readonly Source[];
  askList: AskList;
  seen: PartFor;
  resolveGene: ResolveGene;
  resolveText: LookUpText;
  searchTimeoutMs: number;
};

const CANDIDATES = 4;
/** How many words beside genes are looked up, because they may be genes, too. */
const MOST_GUESSED = 50;

export function federatedBatch(options: Options): FederatedBatch {
  const { sources, askList, seen, resolveGene, resolveText, searchTimeoutMs } = options;

  async function understood(question: GeneListQuestion): Promise<UnderstoodList> {
    if ('texts' in question) return understoodTexts(await lookedUp(question.texts));
    const known = question.genes.map(({ symbol, taxonId }) => resolveGene(symbol, taxonId));
    return understoodGenes(question.genes, await Promise.all(known));
  }

  /** Looks up texts. An entry may be a list itself, such as a line of several symbols; other words on that line are no genes of the question. */
  async function lookedUp(texts: readonly string[]): Promise<ResolvedText[]> {
    const entries: ResolvedText[] = [];
    const beside = new Set<string>();
    const besideOne = new Set<string>();
    let omitted = 0;
    for (const text of texts) {
      const resolution = await resolveText(text, CANDIDATES);
      entries.push(...resolution.entries);
      if (resolution.isList) for (const piece of resolution.leftOut) beside.add(piece);
      else for (const word of mayBeGenes(resolution)) besideOne.add(word);
      omitted += resolution.entriesLeftOut;
      refuseTooMany(entries.length + omitted, 'text');
      await nextTurn();
    }
    const given = new Set(entries.map(({ text }) => text));
    const geneIds = new Set(entries.flatMap(geneIdsOf));
    const others: ResolvedText[] = [];
    const pieces = [...new Set([...beside, ...besideOne])].filter((text) => !given.has(text));
    for (const [place, text] of pieces.entries()) {
      const isLookedUp = place < MOST_GUESSED && !text.includes(' ');
      const [found] = isLookedUp ? (await resolveText(text, CANDIDATES)).entries : [];
      const isListed = found !== undefined && geneIdsOf(found).some((geneId) => geneIds.has(geneId));
      const meant = found === undefined ? [] : [...found.candidates, ...found.didYouMean.filter(isExactGene)];
      const isOtherWord = isLookedUp && !beside.has(text) && !meant.some(isExactGene);
      if (!isListed && !isOtherWord) {
        others.push({ text, form: 'words', candidates: [], didYouMean: meant });
      }
      await nextTurn();
    }
    return [...entries, ...others];
  }

  return async (question, viewer, signal, limitMs = searchTimeoutMs) => {
    const queried = namedSources(sources(), question.origins);
    const list = await understood(question);
    const questions = list.genes.map(questionOfGene);
    const isRetry = question.origins !== undefined;
    const questionList = { questions, sources: queried, isRetry, limitMs, form: question.form };

    return {
      ...list,
      queried,
      async cached(on) {
        const cells: ListCell[] = [];
        for (const [index, one] of questions.entries()) {
          for (const source of queried) {
            const isLocal = source.key === LOCAL_ORIGIN;
            const cached = source.getCached(one, viewer);
            const answer = cached ?? (isLocal ? await source.ask(one, viewer, signal) : undefined);
            if (answer === undefined) continue;
            const part = seen(partOf(source, answer), viewer);
            const cell = listCell(index, part);
            cells.push(cell);
            on?.(cell, part);
          }
          await nextTurn();
        }
        return cells;
      },
      async collect(on = {}) {
        const cells: ListCell[] = [];
        const bySource = new Map(queried.map((source): [string, Answered] => [source.key, { source, cells: [] }]));
        for await (const { index, part: given } of askList(questionList, viewer, signal)) {
          const part = seen(given, viewer);
          const cell = listCell(index, part);
          cells.push(cell);
          await on.cell?.(cell, part);
          const answered = bySource.get(cell.origin);
          answered?.cells.push(cell);
          if (answered?.cells.length === questions.length)
            await on.origin?.(listOrigin(answered.source, answered.cells));
        }
        return signal.aborted ? undefined : { ...list, ...listEnd(queried, cells), cells: inOrder(cells, queried) };
      },
    };
  };
}

/** Returns the words beside a gene in a text, where one of them at least may be a gene, too. */
function mayBeGenes({ entries, leftOut }: Resolution): string[] {
  if (!entries.some(({ candidates, didYouMean }) => candidates.some(isExactGene) && didYouMean.some(isExactGene)))
    return [];
  return leftOut.filter((piece) => !piece.includes(' ') && !isZygosity(piece));
}

function geneIdsOf({ candidates }: ResolvedText): number[] {
  return candidates.filter(isExactGene).map(({ gene }) => gene.geneId);
}

/** Sorts cells by gene, then by registry in the order of the configuration. */
function inOrder(cells: readonly ListCell[], queried: readonly SourceAddress[]): ListCell[] {
  const places = new Map(queried.map(({ key }, index) => [key, index]));
  const placeOf = ({ origin }: ListCell) => places.get(origin) ?? queried.length;
  return cells.toSorted((a, b) => a.gene - b.gene || placeOf(a) - placeOf(b));
}
