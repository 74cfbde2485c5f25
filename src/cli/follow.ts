/**
 * `isearch-proxy follow confirm|begin|end`: confirms that people who are missing in the followed database have left, and goes over
 * from a registry of its own to a followed database, and back.
 */

import { confirmMissingPeople } from '../app/database.ts';
import { type Begun, beginFollowing, type Ended, endFollowingOf } from '../app/whose-file.ts';
import type { Config } from '../config/config.ts';
import { ownMember } from '../domain/own-member.ts';
import { type Command, NotThere, noWords, type TerminalOutput, WrongUsage } from './command.ts';
import { counted, listed } from './output.ts';

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
    throw new NotThere('There is nothing to confirm: the followed database does not lack most people.');
  }
  return `Confirmed: the people whom the followed database lacks since ${since.toISOString()} have left. A registry that is running removes them within seconds.`;
}

async function begin(config: Config, now: Date): Promise<string> {
  const address = addressOf(config, 'there is nothing to begin');
  const { setAside, taken } = await beginFollowing(config, address, now);
  return [
    `The registry of its own is kept in ${setAside}. To have it back: take database.follow out, and put that file in the place of ${config.database.file}.`,
    takenText(taken),
    'The next start follows the database.',
  ].join('\n');
}

function takenText(taken: Begun['taken']): string {
  const own =
    'What belongs to it, such as access tokens and requests for access, is in that file and is not taken along';
  if (taken === undefined) return `${own}, as its people are not known to be those of the database.`;
  if (taken !== 'in-database') {
    return `Taken along, as this database was followed before: ${copiedText(taken)}.${leftText(taken)}`;
  }
  return `${own}: the state in the database of state.url is used as it was when following ended. An access token that was revoked since is accepted again; revoke it once more.`;
}

async function end(config: Config, now: Date): Promise<string> {
  const ended = await endFollowingOf(config, now);
  if (ended.outcome === 'completed') {
    return `Following had ended already. The file of the state was still at its place, and is ${ended.setAside} now.`;
  }
  return [
    `${config.database.file} is a registry of its own now, with the people of ${ended.source}${ageText(ended)}.`,
    `Taken along: ${copiedText(ended)}, and the key of anonymous ids.`,
    ended.setAside === undefined
      ? 'The database of state.url is as it was; drop its tables when no other instance uses them.'
      : `The state as it was is kept in ${ended.setAside}; delete that once all is well.`,
    'Take database.follow, state.file and state.url out of the configuration, and start again.',
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
    counted(questions, 'question of feeds', 'questions of feeds'),
    counted(subscriptions, 'subscription'),
  ]);
}

function leftText({ leftRequests }: Copied): string {
  if (leftRequests === 0) return '';
  return ` Left there: ${counted(leftRequests, 'request for access', 'requests for access')} to people whom the database did not have.`;
}

function ageText({ comparedAt }: Extract<Ended, { outcome: 'ended' }>): string {
  return comparedAt === undefined ? '' : `, as they were at ${comparedAt.toISOString()}`;
}

function print(stderr: TerminalOutput, text: string): void {
  stderr.write(`${text}\n`);
}
