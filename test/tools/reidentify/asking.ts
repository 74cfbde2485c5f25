/** Questions of a stranger, and what is read of the records in the answers. */

import { Agent } from 'node:http';
import pLimit from 'p-limit';
import { askRaw } from '../../support/server/raw-http.ts';

/** A row of an answer: somebody who is named, or withheld; with a gene where it is a row of a gene. */
export type Row = {
  registry: number;
  gene: ShownGene | undefined;
  /** Undefined where the row names somebody. */
  anonymousId: string | undefined;
  /** Undefined where the row is withheld. */
  person: ShownPerson | undefined;
  /** In one order, joined by a blank. */
  organs: string;
  categories: string;
  /** What a withheld row shows although it should not. */
  more: ShownMore;
};
export type ShownGene = { geneId: number; tier: string };
type ShownPerson = {
  id: number;
  name: string;
  lastName: string;
  organization: string;
  isInvestigator: boolean;
  terms: readonly string[];
  /** Her list of genes, where the row has it. */
  genes: readonly ShownGene[];
};
export type ShownMore = { lastName?: string; organization?: string };

export type Asker = Disposable & {
  /** Asks and reads JSON. @throws Error for an answer that is none */
  // biome-ignore lint/suspicious/noExplicitAny: an attacker reads whatever is there
  ask(url: string, path: string, token?: string): Promise<any>;
  /** Sends JSON, and reads JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an attacker reads whatever is there
  post(url: string, path: string, body: object): Promise<any>;
  /** How many questions were asked, and how many bytes came. */
  cost(): { questions: number; bytes: number };
};

type Headers = Record<string, string>;

const AT_ONCE = 8;
/** RDP registries are shown no withheld people in searches for people, so this is none. */
const READER: Headers = { 'User-Agent': 'Mozilla/5.0' };

export function openAsker(): Asker {
  const agent = new Agent({ keepAlive: true });
  const inTurn = pLimit(AT_ONCE);
  let [questions, bytes] = [0, 0];
  const send = (url: string, path: string, question: { method?: string; body?: string; headers: Headers }) =>
    inTurn(async () => {
      // A connection that was idle may just have been closed by the other side.
      const answer = await askRaw(url, path, { ...question, agent }).catch(() => askRaw(url, path, question));
      questions += 1;
      bytes += answer.bytes.length;
      if (answer.status === 200) return JSON.parse(answer.text);
      throw new Error(`${path} was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
    });
  return {
    ask: (url, path, token) =>
      send(url, path, { headers: { ...READER, ...(token && { Authorization: `Bearer ${token}` }) } }),
    post(url, path, body) {
      const headers = { ...READER, 'Content-Type': 'application/json' };
      return send(url, path, { method: 'POST', body: JSON.stringify(body), headers });
    },
    cost: () => ({ questions, bytes }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

type UserRecord = {
  id?: number;
  anonymousId?: string;
  name: string;
  lastName: string | null;
  organization: string | null;
  researcherPosition: string | null;
  researcherCategories?: string[];
  userOrgans?: Record<string, unknown>;
  userGenes?: Record<string, ShownGene>;
  userOntologyTerms?: { termId: string }[];
};
export type AnyRecord = UserRecord & Partial<ShownGene> & { remoteUser?: UserRecord; originKey?: string };

/** @param registry that was asked; a record of a union says itself which one it is of */
export function rowOf(record: AnyRecord, registry: number): Row {
  const user = record.remoteUser ?? record;
  const gene = record.remoteUser && { geneId: Number(record.geneId), tier: String(record.tier) };
  const { organization, lastName } = user;
  const anonymousId = user.id === undefined ? (user.anonymousId ?? 'none') : undefined;
  const isNamed = anonymousId === undefined;
  return {
    registry: registryOf(record.originKey, registry),
    gene,
    anonymousId,
    person: isNamed ? personOf(user) : undefined,
    organs: Object.keys(user.userOrgans ?? {})
      .toSorted()
      .join(' '),
    categories: (user.researcherCategories ?? []).toSorted().join(' '),
    more: isNamed ? {} : { ...(lastName && { lastName }), ...(organization && { organization }) },
  };
}

function personOf(user: UserRecord): ShownPerson {
  return {
    id: user.id ?? 0,
    name: user.name,
    lastName: user.lastName ?? '',
    organization: user.organization ?? '',
    isInvestigator: user.researcherPosition !== null,
    terms: (user.userOntologyTerms ?? []).map(({ termId }) => termId),
    genes: Object.values(user.userGenes ?? {}).map(({ geneId, tier }) => ({ geneId, tier })),
  };
}

function registryOf(originKey: string | undefined, asked: number): number {
  return originKey === undefined || originKey === 'local' ? asked : Number(originKey.slice(1));
}
