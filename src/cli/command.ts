/** The type of a command, which its file exports, how it is called, and the errors of an invalid command line. */

import type { Readable } from 'node:stream';
import type { Base, Config } from '../config/config.ts';
import type { Environment } from '../config/config-keys.ts';
import type { ConfigSource } from '../config/follow-config.ts';

/** Reads the configuration of the operator, merged over a base if there is one. @throws ConfigError */
export type ReadConfig = (base?: Base) => Config;

/** The streams of a command: those of the process, or others. */
export type Terminal = { stdin: Readable; stdout: TerminalOutput; stderr: TerminalOutput };
export type TerminalOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The process of a command, apart from its streams: its signals, and ways to end it at once. */
export type Host = {
  /** The script of package.json by which npm runs this command; undefined where npm does not. */
  npmScript: string | undefined;
  signals: Pick<NodeJS.EventEmitter, 'on' | 'once' | 'off'>;
  /** Ends the process with this code; its `exit` listeners still run. */
  exit(code: number): void;
  /** Ends the process by this signal, for which no listener may be left. */
  endBy(signal: NodeJS.Signals): void;
  /** Limits how far the heap grows beyond its live objects. */
  boundHeap(): void;
};

/**
 * A command. It gets a reader of its configuration, the words after its name, its environment, streams and process. It returns
 * its exit code, or undefined for 0.
 */
export type Command = (run: {
  readConfig: ReadConfig;
  /** The same source for the whole run of a program. */
  configSource: Omit<ConfigSource, 'seen'>;
  words: string[];
  options: Options;
  env: Environment;
  terminal: Terminal;
  host: Host;
}) => Promise<number | undefined>;

export type Options = {
  label: string | undefined;
  days: string | undefined;
  forPartners: boolean;
  role: string | undefined;
  from: string | undefined;
  to: string | undefined;
  passwordFile: string | undefined;
  template: boolean;
  removeMissing: boolean;
  dryRun: boolean;
  name: string | undefined;
  activate: readonly string[] | undefined;
  all: string | undefined;
  confirm: boolean;
  json: boolean;
  tokenFile: string | undefined;
  port: string | undefined;
  scenario: string | undefined;
  speaks: string | undefined;
};

/** An invalid command line; the message says what was found and what is allowed. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Something that the command line names does not exist. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** Returns the one word that a command needs. @throws WrongUsage */
export function oneWord(words: readonly string[], what: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new WrongUsage(`Expected ${what}, found ${words.length === 0 ? 'nothing' : `'${words.join(' ')}'`}.`);
  }
  return word;
}

/** Refuses words after a complete command. @throws WrongUsage */
export function noWords(words: readonly string[], command: string): void {
  if (words.length > 0) throw new WrongUsage(`${command} takes no further arguments, found '${words.join(' ')}'.`);
}

/** Reads a whole number of at least `least`. @throws WrongUsage */
export function wholeNumber(word: string, what: string, least: number): number {
  if (!/^\d{1,10}$/.test(word) || Number(word) < least) {
    throw new WrongUsage(`${what} must be a whole number of at least ${least}, found '${word}'.`);
  }
  return Number(word);
}

/** The command of this program: in a checkout by path, in the package by name. */
export const COMMAND = import.meta.filename.endsWith('.ts') ? 'node src/launch/isearch-proxy.js' : 'isearch-proxy';

/** Returns how the demonstration was started, without its port: by `npm start`, or by the command. */
export function demoCall({ npmScript }: Pick<Host, 'npmScript'>): string {
  return npmScript === 'start' ? 'npm start --' : `${COMMAND} demo`;
}
