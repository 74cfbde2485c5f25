/**
 * `isearch-proxy follow confirm|begin|end`: confirms that people who are missing in the followed database have left, and goes over
 * from a registry of its own to a followed database, and back.
 */

import { confirmMissingPeople } from '../app/database.ts';
import { type Begun, beginFollowing, type Ended, endFollowingOf } from '../app/whose-file.ts';
import type { Config } from '../config/config.ts';
import { ownMember } from '../domain/own-member.ts';
import { counted } from '../domain/plurals.ts';
import { type Command, NotThere, noWords, type TerminalOutput, WrongUsage } from './command.ts';
import { listed } from './output.ts';

type Copied = Exclude<Begun['taken'], string | undefined>;
type Action = (config: Config, now: Date) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = { confirm, begin, end };

export const followCommand: Command = async ({ readConfig, words: [name = '', ...rest], terminal }) => {
  const config = readConfig();
  const action = ownMember(ACTIONS, name);
  if (action === undefined) {
    const found = name === '' ? 'nothing' : `'${name}'`;
    throw new WrongUsage(`follow needs one of ${Object.keys(ACTIONS).join(', ')}, found ${found}.`);
  }
  noWords(rest, `follow ${name}`);
  print(terminal.stderr, await action(config, new Date()));
};

async function confirm(config: Config, now: Date): Promise<string> {
  addressOf(config, 'there is nothing to confirm');
  const since = await confirmMissingPeople(config, now);
  if (since === undefined) {
    throw new NotThere('There is nothing to confirm: most people are in the followed database.');
  }
  return `Confirmed: the people who are missing in the followed database since ${since.toISOString()} have left. A running registry removes them within seconds.`;
}

async function begin(config: Config, now: Date): Promise<string> {
  const address = addressOf(config, 'there is nothing to begin');
  const { setAside, taken } = await beginFollowing(config, address, now);
  return [
    `This registry's own data are now in ${setAside}. To use them again, remove database.follow and rename that file to ${config.database.file}.`,
    takenText(taken),
    'The next start follows the database.',
  ].join('\n');
}

function takenText(taken: Begun['taken']): string {
  const own = 'That file also contains the access tokens and the requests for access. They are not copied';
  if (taken === undefined) return `${own}, because its people may differ from those of the database.`;
  if (taken !== 'in-database') {
    return `Copied, because this registry followed the same database before: ${copiedText(taken)}.${leftText(taken)}`;
  }
  return `${own}. The registry uses the state in the database of state.url as it was when following ended. It accepts access tokens again that were revoked since then. Revoke them again.`;
}

async function end(config: Config, now: Date): Promise<string> {
  const ended = await endFollowingOf(config, now);
  if (ended.outcome === 'completed') {
    return `Following had already ended. The file of the state was still in place. It is now ${ended.setAside}.`;
  }
  return [
    `${config.database.file} now contains this registry's own data, with the people of ${ended.source}${ageText(ended)}.`,
    `Copied: ${copiedText(ended)}, and the key of anonymous ids.`,
    ended.setAside === undefined
      ? 'The database of state.url is unchanged. Drop its tables when no other instance uses them.'
      : `The previous state is in ${ended.setAside}. Delete that file when everything works.`,
    'Remove database.follow, state.file and state.url from the configuration, and start again.',
  ].join('\n');
}

function addressOf({ database }: Config, consequence: string): string {
  if (database.follow !== undefined) return database.follow;
  throw new NotThere(`database.follow names no database, so ${consequence}.`);
}

function copiedText({ tokens, requests, questions, subscriptions }: Copied): string {
  return listed([
    counted(tokens, 'access token'),
    counted(requests, 'request for access', 'requests for access'),
    counted(questions, 'feed'),
    counted(subscriptions, 'subscription'),
  ]);
}

function leftText({ leftRequests }: Copied): string {
  if (leftRequests === 0) return '';
  return ` Not copied: ${counted(leftRequests, 'request for access', 'requests for access')} to people who are not in the database.`;
}

function ageText({ comparedAt }: Extract<Ended, { outcome: 'ended' }>): string {
  return comparedAt === undefined ? '' : `, as they were at ${comparedAt.toISOString()}`;
}

function print(stderr: TerminalOutput, text: string): void {
  stderr.write(`${text}\n`);
}
