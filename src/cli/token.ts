/** `isearch-proxy token create|list|revoke`: the access tokens of accounts. */

import { openAccountKeeper, openDatabase, openTokenKeeper } from '../app/database.ts';
import { DAY_MS } from '../domain/durations.ts';
import { changedAccount, quotedAccount, readAccountName, refuseFollowing, type ShownAccount } from './accounts.ts';
import {
  type Command,
  NotThere,
  noWords,
  type Options,
  oneWord,
  type Terminal,
  WrongUsage,
  wholeNumber,
} from './command.ts';
import { type TableColumn, table } from './output.ts';

type Keeper = Awaited<ReturnType<typeof openTokenKeeper>>;
type Entry = Awaited<ReturnType<Keeper['list']>>[number];
type Accounts = ReturnType<typeof openAccountKeeper>;
type Work = (keeper: Keeper, terminal: Terminal, accounts: Accounts) => Promise<void>;

const DEFAULT_DAYS = '365';

export const tokenCommand: Command = async ({ readConfig, words, options, terminal }) => {
  const config = readConfig();
  const [action, ...rest] = words;
  const work = workOf(action, rest, options);
  // No account can be created in a followed database; an account that the configuration names is already there.
  if (options.forPartners && config.app.settings.isearch.userId === undefined) refuseFollowing(config);
  const mayOnlyRead = work === list;
  using store = openDatabase(config, { makesFile: false, mayOnlyRead });
  await using keeper = await openTokenKeeper(store, config, { mayOnlyRead });
  await work(keeper, terminal, openAccountKeeper(store, config));
};

function workOf(action: string | undefined, rest: readonly string[], options: Options): Work {
  if (action === 'create') return create(rest, options);
  if (action === 'revoke') return revoke(wholeNumber(oneWord(rest, 'the id of a token'), 'The token id', 1));
  if (action !== 'list') throw new WrongUsage(`token needs create, list or revoke, found ${quoted(action)}.`);
  noWords(rest, 'token list');
  return list;
}

function quoted(word: string | undefined): string {
  return word === undefined ? 'nothing' : `'${word}'`;
}

function create(words: readonly string[], { label, days, forPartners }: Options): Work {
  const accountOf = forPartners ? ofPartners(words) : ofAccount(words);
  const expiresAt = new Date(Date.now() + wholeNumber(days ?? DEFAULT_DAYS, '--days', 1) * DAY_MS);
  if (Number.isNaN(expiresAt.getTime())) throw new WrongUsage(`--days ${days} is too many days.`);
  return async (keeper, { stdout, stderr }, accounts) => {
    const account = accountOf(accounts, stderr);
    const token = await keeper.create(account.id, label?.trim() || null, expiresAt);
    if (token === undefined) throw new NotThere(`There is no account ${account.id}.`);
    const what = account.isForPartners ? 'Created a token for partners, with account' : 'Created a token for account';
    const owner = `${quotedAccount(account)}, valid until ${expiresAt.toISOString()}`;
    stderr.write(`${what} ${owner}.${warningOf(account)} It is shown only now:\n`);
    stdout.write(`${token}\n`);
  };
}

/** Returns a warning if a token of this account is of no use. */
function warningOf({ id, enabled, role, isForPartners }: ShownAccount): string {
  if (!enabled && !isForPartners) return ' The registry refuses it while the account is disabled.';
  if (!isForPartners || role !== 'user') return '';
  return ` The account has the role user, so partners see only what everyone sees. To change this: account role ${id} admin.`;
}

type AccountOf = (accounts: Accounts, stderr: Terminal['stderr']) => ShownAccount;

function ofAccount(words: readonly string[]): AccountOf {
  const word = oneWord(words, 'the id or e-mail address of an account, or --for-partners');
  const name = readAccountName(word);
  return (accounts) => changedAccount(accounts.find(name), word);
}

/** Returns the account of partners' administrators, which is created if none is configured. */
function ofPartners(words: readonly string[]): AccountOf {
  noWords(words, 'token create --for-partners');
  return (accounts, stderr) => {
    const outcome = accounts.forPartners();
    const account = changedAccount(outcome, 'for partners (app.settings.isearch.user-id)');
    if (outcome.outcome === 'done') {
      stderr.write(`Created account ${quotedAccount(account)} for partners. It stays disabled.\n`);
    }
    return account;
  };
}

const COLUMNS: readonly TableColumn<Entry>[] = [
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
      throw new NotThere(`There is no token with the id ${id}. Run token list to see all tokens.`);
    stderr.write(`Token ${id} is revoked.\n`);
  };
}
