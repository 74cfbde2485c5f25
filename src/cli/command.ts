/** A command of the command line, as its file exports it. */

import type { LoadOptions } from '../config/config.ts';

/** Where the configuration comes from. */
export type ConfiguredBy = Pick<LoadOptions, 'file' | 'env'>;

/** What a command is given: where its configuration comes from, and the words behind its name. */
export type Command = (run: { configuredBy: ConfiguredBy; words: string[]; options: Options }) => Promise<void>;

export type Options = { label: string | undefined; days: string | undefined };
