/** A command of the command line, as its file exports it. */

import type { Config } from '../config/config.ts';

/** What a command is given: the configuration and the words behind its name. */
export type Command = (run: { config: Config; words: string[]; options: Options }) => Promise<void>;

export type Options = { label: string | undefined; days: string | undefined };
