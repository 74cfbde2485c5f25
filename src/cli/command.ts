/** A command of the command line, as its file exports it. */

import type { Readable } from 'node:stream';
import type { Base, Config } from '../config/config.ts';
import type { ConfigSource } from '../config/follow-config.ts';

/** Reads the configuration that the operator gives, merged over that of a base where there is one. @throws ConfigError */
export type ReadConfig = (base?: Base) => Config;

/** The streams of a command: those of the process, or any others. */
export type Terminal = { stdin: Readable; stdout: TerminalOutput; stderr: TerminalOutput };
export type TerminalOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The process around a command, beyond its streams: signals it listens for, and ways to end at once. */
export type Host = {
  signals: Pick<NodeJS.EventEmitter, 'on' | 'once' | 'off'>;
  /** Ends the process with this code; what waits for its end still runs. */
  exit(code: number): void;
  /** Ends the process as this signal does where nobody listens for it. */
  endBy(signal: NodeJS.Signals): void;
  /** Bounds how far its memory grows beyond what is alive in it. */
  boundHeap(): void;
};

/**
 * What a command is given: how to read its configuration, the words behind its name, where it reads and writes, and the
 * process around it. It answers the exit code where that is not 0.
 */
export type Command = (run: {
  readConfig: ReadConfig;
  /** The same for as long as a program runs. */
  configSource: Omit<ConfigSource, 'seen'>;
  words: string[];
  options: Options;
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
  name: string | undefined;
  activate: readonly string[] | undefined;
  all: string | undefined;
  json: boolean;
  tokenFile: string | undefined;
  junit: string | undefined;
  port: string | undefined;
  scenario: string | undefined;
  speaks: string | undefined;
};
