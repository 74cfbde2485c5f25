/** A configuration as an operator gives it: a file, an environment, a file that holds a secret. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Config, ConfigError, loadConfig } from '../../../src/config/config.ts';

export type Given = { yaml?: string | Uint8Array; env?: Record<string, string | undefined>; secretFile?: string };

/** In a variable, `<secret file>` stands for the path of the secret file. */
export function load({ yaml, env = {}, secretFile }: Given): Config {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'config-'));
  const secretPath = join(folder.path, 'secret');
  if (secretFile !== undefined) writeFileSync(secretPath, secretFile);
  const paths = Object.entries(env).map(([name, value]) => [name, value === '<secret file>' ? secretPath : value]);
  const file = join(folder.path, 'registry.yaml');
  if (yaml !== undefined) writeFileSync(file, yaml);
  return loadConfig({ files: yaml === undefined ? [] : [file], env: Object.fromEntries(paths) });
}

/** What a person reads when the configuration is refused, file paths cut to the file's name. */
export function refusal(given: Given): readonly string[] {
  try {
    load(given);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toBe(error.problems.join('\n'));
    return error.problems.map((problem) => problem.replace(/^.*[/\\](?=registry\.yaml)/, ''));
  }
  throw new Error('the configuration was accepted');
}
