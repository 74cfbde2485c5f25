/**
 * A partner of 1.5 that answers as one was recorded to, to the public and to whoever comes with its search token:
 * `1.5.10`, or `1.5.10-plain`, which holds the same people without their ontology terms and so never fails on them.
 *
 * Gene searches that nobody recorded, such as those for one organism alone, are derived from the plain recording: the
 * records of that organism, tier and filter, and 500 where one person with ontology terms is among them twice
 * (quirk 7). An organism that the registry does not know stands for all of them (quirk 12).
 */

import { questionKey } from '../../../src/domain/federation/query-key.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import {
  questionOf,
  questionOfPath,
  type Recorded,
  recordedAnswers,
  replyOf,
} from '../../federation/dialect/recorded-questions.ts';

export const PUBLIC = 'anonymous';
export const ADMINISTRATOR = 'remote admin, token in the query';
export type Who = typeof PUBLIC | typeof ADMINISTRATOR;

export type GeneRecord = {
  geneId: number;
  tier: string;
  taxon: { id: number; commonName: string };
  remoteUser: { id?: number; anonymousId?: string };
};

export type RecordedPartner = {
  call(path: string): Promise<CallOutcome>;
  /** The paths that were asked, in order, each with how its answer was come by. */
  requested: { path: string; from: 'recording' | 'derived'; status: number }[];
};

type GenesSearch = Extract<Question, { kind: 'genes-search' }>;
type Options = {
  recording: '1.5.10' | '1.5.10-plain';
  who?: Who;
  /** What it does instead, where a test wants something that was never recorded. */
  instead?: (path: string) => { status: number; body: string } | undefined;
};

export function recordedPartner({ recording, who = PUBLIC, instead = () => undefined }: Options): RecordedPartner {
  const answers = byQuestion(recording, who);
  const plain = recording === '1.5.10-plain' ? answers : byQuestion('1.5.10-plain', who);
  const hasTerms = recording === '1.5.10-plain' ? new Set<number>() : peopleWithTerms(answers);
  const taxonIds = knownTaxa(plain);
  const requested: RecordedPartner['requested'] = [];

  function derived({ kind, query }: GenesSearch): { status: number; body: string } | undefined {
    const { orthologTaxonId } = query;
    const whole = { ...query, orthologTaxonId: undefined };
    const known = orthologTaxonId !== undefined && taxonIds.has(orthologTaxonId);
    if (orthologTaxonId !== undefined && !known) return answers.get(questionKey({ kind, query: whole }));
    const all = plain.get(questionKey({ kind, query: whole }));
    if (all === undefined) return undefined;
    const genes = genesIn(all).filter(({ taxon }) => orthologTaxonId === undefined || taxon.id === orthologTaxonId);
    const owners = genes.flatMap(({ remoteUser: { id } }) => (id !== undefined && hasTerms.has(id) ? [id] : []));
    if (new Set(owners).size < owners.length)
      return { status: 500, body: '{"status":500,"error":"Internal Server Error"}' };
    return { status: 200, body: JSON.stringify(genes) };
  }

  /** Which organisms it knows was recorded by the records alone. */
  function taxonOf(path: string, taxonId: number): CallOutcome {
    const known = { status: 200, body: JSON.stringify({ id: taxonId }) };
    const found =
      instead(path) ?? (taxonIds.has(taxonId) ? known : { status: 404, body: `No taxon with ID ${taxonId}.` });
    requested.push({ path, from: 'derived', status: found.status });
    return { reply: replyOf({ contentType: 'application/json', ...found } as Recorded) };
  }

  return {
    requested,
    async call(path) {
      const taxonId = /^\/api\/taxa\/(\d+)$/.exec(path)?.[1];
      if (taxonId !== undefined) return taxonOf(path, Number(taxonId));
      const question = questionOf(path);
      const recorded = instead(path) ?? answers.get(questionKey(question));
      const found = recorded ?? (question.kind === 'genes-search' ? derived(question) : undefined);
      if (found === undefined) throw new Error(`${path} was never recorded, and nothing shows what it would answer.`);
      requested.push({ path, from: recorded === undefined ? 'derived' : 'recording', status: found.status });
      return { reply: replyOf({ contentType: 'application/json', ...found } as Recorded) };
    },
  };
}

const READ = new Map<string, ReadonlyMap<string, Recorded>>();

/** What was answered to each question, in whatever form it was put; statistics as 1.5 gives them. */
function byQuestion(recording: Options['recording'], who: Who): ReadonlyMap<string, Recorded> {
  const name = `${recording} ${who}`;
  const answers = READ.get(name) ?? new Map(keyed(recording, who));
  READ.set(name, answers);
  return answers;
}

function keyed(recording: Options['recording'], who: Who): [string, Recorded][] {
  return recordedAnswers(recording).flatMap((answer) => {
    const question = questionOfPath(answer.path);
    const isMeant = answer.who === who && question.kind === 'question' && !answer.path.startsWith('/stats');
    return isMeant ? [[questionKey(question.question), answer] as const] : [];
  }) as [string, Recorded][];
}

/** Those with researchers, and those that are switched off but stand in records. */
function knownTaxa(answers: ReadonlyMap<string, Recorded>): ReadonlySet<number> {
  const { researchersByTaxonId } = JSON.parse(answers.get('stats')?.body ?? '{}');
  const inRecords = [...answers.values()].flatMap(genesIn).map(({ taxon }) => taxon.id);
  return new Set([...Object.keys(researchersByTaxonId).map(Number), ...inRecords]);
}

function peopleWithTerms(answers: ReadonlyMap<string, Recorded>): ReadonlySet<number> {
  const people = [...answers].flatMap(([key, answer]) => (key.startsWith('users-') ? recordsIn(answer) : []));
  const withTerms = people.filter(({ userOntologyTerms }) => (userOntologyTerms as unknown[])?.length > 0);
  return new Set(withTerms.map(({ id }) => Number(id)));
}

export function genesIn(answer: { status: number; body: string } | undefined): GeneRecord[] {
  if (answer?.status !== 200 || !answer.body.startsWith('[{"') || !answer.body.includes('"tier"')) return [];
  return JSON.parse(answer.body).filter((record: object) => 'remoteUser' in record);
}

function recordsIn({ status, body }: Recorded): Record<string, unknown>[] {
  if (status !== 200) return [];
  const value = JSON.parse(body);
  return Array.isArray(value) ? value : (value.content ?? []);
}
