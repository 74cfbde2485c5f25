/** `isearch-proxy account create|list|role|disable|enable|rename`: the accounts of a registry that has its own data. */

import { openAccountKeeper, openDatabase } from '../app/database.ts';
import { ownMember } from '../domain/own-member.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../domain/record/permissions.ts';
import { readEmail } from '../domain/tables/values.ts';
import { changedAccount, quotedAccount, readAccountName, refuseFollowing, type ShownAccount } from './accounts.ts';
import { type Command, noWords, type Options, oneWord, type Terminal, WrongUsage } from './command.ts';
import { type TableColumn, table } from './output.ts';

type Keeper = ReturnType<typeof openAccountKeeper>;
type Action = (words: readonly string[], options: Options) => Work;
type Work = (keeper: Keeper, terminal: Terminal) => void;

const ACTIONS: Readonly<Record<string, Action>> = { create, list, role, disable, enable, rename };

export const accountCommand: Command = async ({ readConfig, words: [name = '', ...words], options, terminal }) => {
  const action = ownMember(ACTIONS, name);
  if (action === undefined) {
    const found = name === '' ? 'nothing' : `'${name}'`;
    throw new WrongUsage(`account needs one of ${Object.keys(ACTIONS).join(', ')}, found ${found}.`);
  }
  const config = readConfig();
  const work = action(words, options);
  if (action !== list) refuseFollowing(config);
  using store = openDatabase(config, { makesFile: false, mayOnlyRead: action === list });
  work(openAccountKeeper(store, config), terminal);
};

function create(words: readonly string[], { role: wanted }: Options): Work {
  const email = emailOf(oneWord(words, 'the e-mail address of the account'));
  const given = roleOf(wanted, '--role');
  return (keeper, terminal) => {
    const account = changedAccount(keeper.create(email, given), email);
    print(terminal, `Created account ${quotedAccount(account)} with the role ${given}.`);
    print(
      terminal,
      `To create a token for it${given === 'admin' ? ', which opens /admin' : ''}: isearch-proxy token create ${account.id}`,
    );
  };
}

const COLUMNS: readonly TableColumn<ShownAccount>[] = [
  { header: 'ID', text: ({ id }) => String(id) },
  { header: 'E-MAIL', text: ({ email }) => email },
  { header: 'NAME', text: ({ name }) => name || '-' },
  { header: 'ROLE', text: ({ role: held }) => held },
  { header: 'STATE', text: ({ enabled, isForPartners }) => stateOf(enabled, isForPartners) },
];

function stateOf(enabled: boolean, isForPartners: boolean): string {
  if (isForPartners) return 'for partners';
  return enabled ? 'enabled' : 'disabled';
}

function list(words: readonly string[]): Work {
  noWords(words, 'account list');
  return (keeper, terminal) => {
    const entries = keeper.list();
    if (entries.length === 0) print(terminal, 'There are no accounts.');
    else terminal.stdout.write(table(COLUMNS, entries, terminal.stdout));
  };
}

function role(words: readonly string[]): Work {
  const [name, word] = twoWords(words, 'account role', 'the role');
  const given = roleOf(word, 'The role');
  return change(name, (keeper, account) => keeper.setRole(account, given), `has the role ${given}`);
}

function disable(words: readonly string[]): Work {
  const name = oneWord(words, ACCOUNT);
  return change(name, (keeper, account) => keeper.setEnabled(account, false), 'is disabled');
}

function enable(words: readonly string[]): Work {
  const name = oneWord(words, ACCOUNT);
  return change(name, (keeper, account) => keeper.setEnabled(account, true), 'is enabled');
}

function rename(words: readonly string[]): Work {
  const [name, word] = twoWords(words, 'account rename', 'its new e-mail address');
  const email = emailOf(word);
  return change(name, (keeper, account) => keeper.rename(account, email), `has the address ${email}`);
}

const ACCOUNT = 'the id or e-mail address of an account';

function change(
  word: string,
  make: (keeper: Keeper, name: number | string) => ReturnType<Keeper['rename']>,
  done: string,
): Work {
  const name = readAccountName(word);
  return (keeper, terminal) => {
    const outcome = make(keeper, name);
    const account = changedAccount(outcome, word);
    print(terminal, `Account ${quotedAccount(account)} ${done}${outcome.outcome === 'unchanged' ? ' already' : ''}.`);
  };
}

function twoWords(words: readonly string[], command: string, second: string): [string, string] {
  const [first, other] = words;
  if (first === undefined || other === undefined || words.length > 2) {
    const found = words.length === 0 ? 'nothing' : `'${words.join(' ')}'`;
    throw new WrongUsage(`${command} needs ${ACCOUNT} and ${second}, found ${found}.`);
  }
  return [first, other];
}

function roleOf(word: string | undefined, what: string): AccountRole {
  const found = ACCOUNT_ROLES.find((one) => one === word);
  if (found !== undefined) return found;
  throw new WrongUsage(
    `${what} must be one of ${ACCOUNT_ROLES.join(', ')}, found ${word === undefined ? 'nothing' : `'${word}'`}.`,
  );
}

function emailOf(word: string): string {
  const email = readEmail(word);
  if (email === undefined) throw new WrongUsage(`'${word}' is not an e-mail address, such as ilse.varga@example.org.`);
  return email;
}

function print({ stderr }: Terminal, sentence: string): void {
  stderr.write(`${sentence}\n`);
}
