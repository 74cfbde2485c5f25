/** A command of the command line, as its file exports it. */

import type { Base, Config } from '../config/config.ts';
import type { ConfigSource } from '../config/follow-config.ts';

/** Reads the configuration that the operator gives, laid over that of a base where there is one. @throws ConfigError */
export type ReadConfig = (base?: Base) => Config;

/** What a command is given: how to read its configuration, and the words behind its name. */
export type Command = (run: {
  readConfig: ReadConfig;
  /** The same for as long as a program runs. */
  configSource: ConfigSource;
  words: string[];
  options: Options;
}) => Promise<void>;

export type Options = {
  label: string | undefined;
  days: string | undefined;
  from: string | undefined;
  to: string | undefined;
  passwordFile: string | undefined;
  template: boolean;
  removeMissing: boolean;
  name: string | undefined;
  activate: readonly string[] | undefined;
  all: string | undefined;
  json: boolean;
  port: string | undefined;
  scenario: string | undefined;
  speaks: string | undefined;
};
