/** What may distinguish twins, and nothing else: the rows of the table in docs/privacy.md, each as narrow as can be. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import type { Answer, Question } from './ask.ts';
import { shownByFilters } from './seen-by.ts';
import type { Twins } from './twin-of.ts';

/** A question that the two registries answered differently. */
export type Difference = { question: Question; answers: readonly [Answer, Answer]; twins: Twins };

type Exception = {
  /** As the page names it. */
  name: string;
  excuses(difference: Difference): boolean;
};

export const EXCEPTIONS: readonly Exception[] = [
  { name: 'Statistics', excuses: differsInCounts },
  { name: 'Numbers that are taken', excuses: differsInId },
  { name: 'Narrowed gene searches', excuses: differsInFilters },
  { name: 'Tokens of accounts', excuses: differsInTokens },
];

/** The name of the exception that the difference is; undefined for a leak. */
export function exceptionFor(difference: Difference): string | undefined {
  return EXCEPTIONS.find(({ excuses }) => excuses(difference))?.name;
}

/** Statistics have other numbers, and are the same in all else. */
function differsInCounts({ question, answers }: Difference): boolean {
  const [one, other] = answers.map(({ text }) => withoutLength(text).replace(/\d+/g, '0'));
  return /^\/(?:api\/|api\/federated\/)?stats$/i.test(pathOf(question)) && one === other;
}

/** Somebody who may not be read is there in one of them only: refused there, unknown here. */
function differsInId({ question, answers, twins }: Difference): boolean {
  const [, id] = /^\/(?:api\/users|api\/federated\/users|userView)\/(\d+)$/.exec(pathOf(question)) ?? [];
  const has = ({ users }: Snapshot) => users.some((user) => user.id === Number(id));
  const statuses = answers.map(({ status }) => status).sort();
  const isRefusedOnce = ['401,404', '403,404'].includes(statuses.join());
  return id !== undefined && has(twins.one) !== has(twins.other) && isRefusedOnce;
}

/** A gene search is narrowed by what the person behind an anonymised record has, and the record does not show. */
function differsInFilters({ question, twins }: Difference): boolean {
  const { asker, anonymises, one, other } = twins;
  const params = new URLSearchParams(question.path.split('?')[1]);
  const isNarrowed = ['researcherPositions', 'researcherPosition', 'ontologyTermIds'].some((name) => params.has(name));
  if (!params.has('symbol') || !isNarrowed) return false;
  const facts = ({ users, remoteSearchUserId }: Snapshot) =>
    users.map((user) => shownByFilters(user, { asker, anonymises, remoteSearchUserId })).filter((text) => text !== '');
  return facts(one).join() !== facts(other).join();
}

/** Accounts have other tokens; of those whose name nobody sees, all else is the same. */
function differsInTokens({ question, answers }: Difference): boolean {
  const [one, other] = answers.map(({ text }) => withoutLength(text).replace(TOKENS_OF_NOBODY, ''));
  return ['/api/admin/overview', '/api/admin/tokens'].includes(pathOf(question)) && one === other;
}

/** Numbers of tokens, how many there are, and whole tokens of accounts whose name is not shown. */
const TOKENS_OF_NOBODY =
  /\{"id":\d+,[^{}]*"user":\{"id":\d+,"fullName":null\}\},?|(?<=\{)"id":\d+,(?="label")|"tokenCount":\d+/g;

function withoutLength(text: string): string {
  return text.replace(/^Content-Length: .*$/m, '');
}

/** The path as the registry reads it: an address may name a host, and end in a slash. */
function pathOf({ path }: Question): string {
  const url = URL.parse(path, 'http://registry.example.org');
  return url?.pathname.replace(/\/$/, '') ?? '';
}
