/** The settings of an RDP as an operator gives them: files of one folder, all of them given or found beside one. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../../../src/config/config.ts';

type Given = {
  /** Texts, or bytes, by the names of their files. */
  files: Readonly<Record<string, string | Uint8Array>>;
  /** The names behind `--config`; without it `application.properties` alone. */
  given?: readonly string[];
  env?: Readonly<Record<string, string>>;
};

/** The configuration with what is reported of it, without the folder of the files. */
export function loadRdp({
  files,
  given = ['application.properties'],
  env = {},
}: Given): Config & { remarks: string[] } {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rdp-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
  const inFolder = (text: string) => text.replaceAll(`${folder.path}/`, '');
  const remarks: string[] = [];
  try {
    const config = loadConfig({
      files: given.map((name) => join(folder.path, name)),
      env,
      onRemark: (remark) => remarks.push(inFolder(remark)),
    });
    return { ...config, remarks };
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.problems.map(inFolder)) : error;
  }
}

/** The same where `text` is all of `application.properties`. */
export function loadSettings(text: string, env: Readonly<Record<string, string>> = {}) {
  return loadRdp({ files: { 'application.properties': text }, env });
}

/** What a person reads when the files are refused. */
export function rdpRefusal(given: Given): readonly string[] {
  try {
    loadRdp(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error('the settings were accepted');
}
