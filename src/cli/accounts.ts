/** Reads accounts on the command line, and reports why one cannot be found or changed. */

import type { openAccountKeeper } from '../app/database.ts';
import type { Config } from '../config/config.ts';
import { NotThere, WrongUsage } from './command.ts';
import { listed, printable } from './output.ts';

type Outcome = ReturnType<ReturnType<typeof openAccountKeeper>['find']>;
export type ShownAccount = Extract<Outcome, { outcome: 'done' | 'unchanged' }>['account'];

/** No id has more digits. */
const ID = /^\d{1,10}$/;

/** Reads the id or the e-mail address of an account. @throws WrongUsage for a word that is neither */
export function readAccountName(word: string): number | string {
  if (ID.test(word)) return Number(word);
  if (word.includes('@')) return word;
  throw new WrongUsage(`'${word}' is neither the id nor the e-mail address of an account.`);
}

/** Returns a text such as `31 (ilse.varga@example.org)`. */
export function quotedAccount({ id, email }: Pick<ShownAccount, 'id' | 'email'>): string {
  return `${id} (${printable(email)})`;
}

/** Returns the account after the change. @throws NotThere if there is no such account, or it cannot be changed like this */
export function changedAccount(outcome: Outcome, named: number | string): ShownAccount {
  switch (outcome.outcome) {
    case 'done':
    case 'unchanged':
      return outcome.account;
    case 'not-there':
      throw new NotThere(`There is no account ${named}. Run account list to see all accounts.`);
    case 'ambiguous':
      throw new NotThere(
        `${named} matches several accounts: ${listed(outcome.accounts.map(quotedAccount))}. Use the id of one of them.`,
      );
    case 'taken':
      throw new NotThere(`Account ${quotedAccount(outcome.account)} has this address already.`);
    case 'no-id-left':
      throw new NotThere('No id is left for a new account.');
  }
}

/** Refuses to change accounts that come from a followed database. @throws WrongUsage */
export function refuseFollowing({ database }: Config): void {
  if (database.follow === undefined) return;
  throw new WrongUsage('This registry follows another database (database.follow). Change its people there.');
}
