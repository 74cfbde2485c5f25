/**
 * Follows the files of the configuration while the program runs. Changed partners and search tokens take effect at
 * once. A file with an error changes nothing.
 */

import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { ownMember } from '../domain/own-member.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import { type Config, ConfigError, memberName } from './config.ts';
import { configKeys, type Environment } from './config-keys.ts';
import { presentVariables } from './deprecated-names.ts';
import type { AuthToken } from './partners.ts';

/** Returns all files that are read: the given ones, and files with secrets. */
export function configFiles(given: readonly string[], env: Environment): readonly string[] {
  const { present } = presentVariables(env);
  const secrets = configKeys.map(({ environmentName }) => ownMember(present, `${environmentName}_FILE`) ?? '');
  return [...new Set([...given, ...secrets.filter((file) => file !== '')])];
}

/** Returns a text that changes when any of the files is written, replaced, added or removed; links are followed. */
function fingerprint(files: readonly string[]): string {
  return files.map((file) => `${file} ${lookAt(file)}`).join('\n');
}

function lookAt(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'absent' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}

/** The source of the configuration of a running program. */
export type ConfigSource = {
  files(): readonly string[];
  /** Reads the configuration again. @throws ConfigError */
  read(): Config;
  /** The answer of {@link lookAtConfig} before the reading for the start, so that changes during a start count, too. */
  seen: string;
};

/** Returns the state of the files. A file that cannot be read, as its folder is closed to this account, is a state too. */
export function lookAtConfig({ files }: Pick<ConfigSource, 'files'>): string {
  try {
    return fingerprint(files());
  } catch (error) {
    return String(error);
  }
}

/** How the list of partners changed. */
type Change = {
  added: readonly string[];
  removed: readonly string[];
  changed: readonly { key: string; settings: readonly string[] }[];
  isReordered: boolean;
};

/** How many accepted search tokens were added, removed and renamed. */
type TokensChange = { added: number; removed: number; renamed: number };

type Options = {
  source: ConfigSource;
  /** The configuration at the start of the program. */
  started: Config;
  /** Uses these partners from now on. */
  replacePartners(partners: readonly PartnerConfig[]): Change;
  /** Accepts these search tokens from now on. */
  replaceSearchTokens(tokens: readonly AuthToken[]): TokensChange;
  /** Called after each reading of the files. */
  onRead?(outcome: 'replaced' | 'unchanged' | 'refused'): void;
  /** Logs a line for the operator, without secrets. */
  log: Record<'info' | 'warn' | 'error', (about: object, kind: string) => void>;
};

type FollowedConfig = Disposable & {
  /** Reads the files at once, and logs the outcome even if nothing changed. */
  readNow(): void;
  /** The state of the files at the last reading; empty if the reading failed. */
  seen(): string;
};

const EVERY_MS = 1000;
const LINE = 'partners';
const TOKENS_LINE = 'search tokens';

/**
 * Checks the files every second. It reads changed files once a further check finds them unchanged, because some editors
 * write a file piece by piece.
 */
export function followConfig(options: Options): FollowedConfig {
  const { source, started, replacePartners, replaceSearchTokens, onRead = () => {}, log } = options;
  let lastLook = source.seen;
  let readLook = source.seen;
  /** What was wrong the last time need not be in the files, such as a shortage of file descriptors: it is tried again. */
  let isRefused = false;
  let reportedProblem: string | undefined;
  let reportedKeys = '';

  function look(): void {
    const before = lastLook;
    lastLook = lookAtConfig(source);
    if (lastLook === before && (isRefused || lastLook !== readLook)) read(lastLook);
  }

  /** Reads the files. @returns whether there was anything to report */
  function read(seen: string): boolean {
    readLook = seen;
    try {
      const config = source.read();
      isRefused = false;
      const wasBroken = reportedProblem !== undefined;
      reportedProblem = undefined;
      // Tokens come first, as one may have been removed because it leaked.
      const isReported = [replaceTokens(config), replaceAllPartners(config, wasBroken), reportKeys(config)];
      return isReported.includes(true);
    } catch (error) {
      return reportProblem(error);
    }
  }

  function replaceTokens({ app }: Config): boolean {
    const change = replaceSearchTokens(app.settings.isearch.authTokens);
    if (change.added + change.removed + change.renamed === 0) return false;
    log.info({ what: 'other search tokens are accepted', ...change }, TOKENS_LINE);
    return true;
  }

  function replaceAllPartners(config: Config, wasBroken: boolean): boolean {
    const { added, removed, changed, isReordered } = replacePartners(config.app.settings.isearch.partners);
    const isSame = added.length + removed.length + changed.length === 0 && !isReordered;
    onRead(isSame ? 'unchanged' : 'replaced');
    if (isSame && !wasBroken) return false;
    const what = isSame ? 'the configuration can be read again; the partners are the same' : 'other partners are asked';
    const differences = changed.map(({ key, settings }) => `${key}: ${settings.join(', ')}`);
    log.info({ what, ...(isSame ? {} : { added, removed, changed: differences }) }, LINE);
    return true;
  }

  function reportKeys(config: Config): boolean {
    const keys = keysThatNeedRestart(started, config);
    const isNew = keys.join() !== reportedKeys;
    reportedKeys = keys.join();
    if (!isNew || keys.length === 0) return false;
    log.warn({ what: 'keys that are read only at the start were changed; restart to use them', keys }, 'configuration');
    return true;
  }

  function reportProblem(error: unknown): boolean {
    isRefused = true;
    const { message } = error as Error;
    if (message === reportedProblem) return true;
    reportedProblem = message;
    onRead('refused');
    const what =
      'the configuration was changed, but cannot be used; the partners and the accepted search tokens stay as they were';
    if (error instanceof ConfigError) log.error({ what, problems: error.problems }, LINE);
    else log.error({ error }, 'fault');
    return true;
  }

  const looks = setInterval(look, EVERY_MS).unref();
  return {
    readNow() {
      reportedProblem = undefined;
      reportedKeys = '';
      if (read(lookAtConfig(source))) return;
      log.info(
        { what: 'the configuration was read again; the partners and the accepted search tokens are the same' },
        LINE,
      );
    },
    seen: () => (isRefused ? '' : readLook),
    [Symbol.dispose]: () => clearInterval(looks),
  };
}

const ISEARCH = 'app.settings.isearch';
/** Keys whose changes take effect while the program runs: partners, and the tokens that are accepted from them. */
const TAKEN_OVER: ReadonlySet<string> = new Set(
  ['apis', 'search-token', 'connect-timeout', 'read-timeout', 'partner-timeout', 'max-concurrency', 'auth-tokens'].map(
    (key) => `${ISEARCH}.${key}`,
  ),
);

/** Returns the keys that differ and take effect only at a restart, in the order of the schema. */
function keysThatNeedRestart(before: Config, after: Config): readonly string[] {
  return configKeys
    .map(({ name }) => name)
    .filter((name) => !TAKEN_OVER.has(name) && !isDeepStrictEqual(valueAt(before, name), valueAt(after, name)));
}

function valueAt(config: Config, name: string): unknown {
  return name
    .split('.')
    .reduce((at, key) => ownMember(at as Record<string, unknown>, memberName(key)), config as unknown);
}
