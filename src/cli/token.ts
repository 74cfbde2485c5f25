/** `isearch-proxy token create|list|revoke`: the access tokens of accounts. */

import { openDatabase, openTokenKeeper } from '../database.ts';
import type { Command, Options, Terminal } from './command.ts';
import { type Column, table } from './table.ts';
import { NotThere, noWords, oneWord, WrongUsage, wholeNumber } from './usage.ts';
import { printable } from './wording.ts';

type Keeper = Awaited<ReturnType<typeof openTokenKeeper>>;
type Entry = Awaited<ReturnType<Keeper['list']>>[number];
type Work = (keeper: Keeper, terminal: Terminal) => Promise<void>;

const DEFAULT_DAYS = '365';
const MS_PER_DAY = 24 * 60 * 60 * 1000;

export const tokenCommand: Command = async ({ readConfig, words, options, terminal }) => {
  const config = readConfig();
  const [action, ...rest] = words;
  const work = workOf(action, rest, options);
  using store = openDatabase(config, { makesFile: false });
  await using keeper = await openTokenKeeper(store, config);
  await work(keeper, terminal);
};

function workOf(action: string | undefined, rest: readonly string[], options: Options): Work {
  if (action === 'create') return create(wholeNumber(oneWord(rest, 'the id of a user'), 'The user id', 0), options);
  if (action === 'revoke') return revoke(wholeNumber(oneWord(rest, 'the id of a token'), 'The token id', 1));
  if (action !== 'list') throw new WrongUsage(`token needs create, list or revoke, found ${quoted(action)}.`);
  noWords(rest, 'token list');
  return list;
}

function quoted(word: string | undefined): string {
  return word === undefined ? 'nothing' : `'${word}'`;
}

function create(userId: number, { label, days }: Options): Work {
  const expiresAt = new Date(Date.now() + wholeNumber(days ?? DEFAULT_DAYS, '--days', 1) * MS_PER_DAY);
  if (Number.isNaN(expiresAt.getTime())) throw new WrongUsage(`--days ${days} is further away than time goes.`);
  return async (keeper, { stdout, stderr }) => {
    const account = keeper.account(userId);
    const token = account && (await keeper.create(userId, label?.trim() || null, expiresAt));
    if (token === undefined) throw new NotThere(`There is no user with id ${userId}.`);
    const owner = `user ${userId} (${printable(account?.email ?? '')})`;
    const warning = account?.mayUseTokens ? '' : ' The account is disabled, so it is refused until that changes.';
    stderr.write(`A token for ${owner}, valid until ${expiresAt.toISOString()}.${warning} It is shown only now:\n`);
    stdout.write(`${token}\n`);
  };
}

const COLUMNS: readonly Column<Entry>[] = [
  { header: 'ID', text: ({ id }) => String(id) },
  { header: 'USER', text: ({ userId }) => String(userId) },
  { header: 'E-MAIL', text: ({ email }) => email },
  { header: 'LABEL', text: ({ label }) => label ?? '-' },
  { header: 'CREATED', text: ({ createdAt }) => createdAt, shortText: ({ createdAt }) => dayOf(createdAt) },
  { header: 'EXPIRES', text: ({ expiresAt }) => expiresAt, shortText: ({ expiresAt }) => dayOf(expiresAt) },
  {
    header: 'LAST USED',
    text: ({ lastUsedAt }) => lastUsedAt ?? '-',
    shortText: ({ lastUsedAt }) => (lastUsedAt === null ? '-' : dayOf(lastUsedAt)),
  },
  { header: 'STATE', text: stateOf },
];

const list: Work = async (keeper, { stdout, stderr }) => {
  const entries = await keeper.list();
  if (entries.length === 0) stderr.write('There are no tokens.\n');
  else stdout.write(table(COLUMNS, entries, stdout));
};

function dayOf(time: string): string {
  return time.slice(0, time.indexOf('T'));
}

function stateOf({ expiresAt, mayBeUsed }: Entry): string {
  if (new Date(expiresAt) < new Date()) return 'expired';
  return mayBeUsed ? 'valid' : 'account disabled';
}

function revoke(id: number): Work {
  return async (keeper, { stderr }) => {
    if (!(await keeper.revoke(id)))
      throw new NotThere(`There is no token with id ${id}; token list shows those there are.`);
    stderr.write(`Token ${id} is revoked.\n`);
  };
}
