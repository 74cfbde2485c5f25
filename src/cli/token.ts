/** `isearch-proxy token create|list|revoke`: the access tokens of accounts. */

import { openDatabase, openTokenKeeper } from '../context.ts';
import type { Command, Options } from './main.ts';
import { oneWord, WrongUsage, wholeNumber } from './usage.ts';

type Keeper = ReturnType<typeof openTokenKeeper>;

const DEFAULT_DAYS = '365';
const MS_PER_DAY = 24 * 60 * 60 * 1000;

export const tokenCommand: Command = async ({ config, words, options }) => {
  const [action, ...rest] = words;
  using store = openDatabase(config);
  const keeper = openTokenKeeper(store);
  if (action === 'create') create(keeper, wholeNumber(oneWord(rest, 'the id of a user'), 'The user id'), options);
  else if (action === 'list') list(keeper);
  else if (action === 'revoke') revoke(keeper, wholeNumber(oneWord(rest, 'the id of a token'), 'The token id'));
  else throw new WrongUsage(`token needs create, list or revoke, found '${action ?? 'nothing'}'.`);
};

function create(keeper: Keeper, userId: number, { label, days }: Options): void {
  const expiresAt = new Date(Date.now() + wholeNumber(days ?? DEFAULT_DAYS, '--days') * MS_PER_DAY);
  if (Number.isNaN(expiresAt.getTime())) throw new WrongUsage(`--days ${days} is further away than time goes.`);
  const token = keeper.create(userId, label ?? null, expiresAt);
  if (token === undefined) throw new WrongUsage(`There is no user with id ${userId}.`);
  process.stderr.write(`A token for user ${userId}, valid until ${expiresAt.toISOString()}. It is shown only now:\n`);
  process.stdout.write(`${token}\n`);
}

function list(keeper: Keeper): void {
  const entries = keeper.list();
  if (entries.length === 0) process.stderr.write('There are no tokens.\n');
  for (const { id, userId, email, label, createdAt, expiresAt } of entries) {
    const state = new Date(expiresAt) < new Date() ? 'expired' : 'valid until';
    const columns = [id, `user ${userId}`, email, label ?? '-', `made ${createdAt}`, `${state} ${expiresAt}`];
    process.stdout.write(`${columns.join('\t')}\n`);
  }
}

function revoke(keeper: Keeper, id: number): void {
  if (!keeper.revoke(id)) throw new WrongUsage(`There is no token with id ${id}; token list shows them.`);
  process.stderr.write(`Token ${id} is revoked.\n`);
}
