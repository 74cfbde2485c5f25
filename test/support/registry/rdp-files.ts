/** The settings of an RDP as an operator has them, and what becomes of them: files of one folder. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import { configFromRdp } from '../../../src/config/rdp/from-rdp.ts';

type Given = {
  /** Texts, or bytes, by the names of their files. */
  files: Readonly<Record<string, string | Uint8Array>>;
  env?: Readonly<Record<string, string>>;
};

/** What is made of `application.properties` and the files beside it, without the folder of the files. */
export function readRdp({ files, env = {} }: Given) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rdp-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
  const made = configFromRdp(join(folder.path, 'application.properties'), env);
  const inFolder = (text: string) => text.replaceAll(`${folder.path}/`, '');
  if ('problem' in made) return { yaml: '', remarks: [], problems: [inFolder(made.problem)] };
  return { yaml: made.yaml, remarks: made.remarks.map(inFolder), problems: made.problems.map(inFolder) };
}

/** The configuration that the files become, which all of them must. */
export function loadRdp(given: Given): Config {
  const { yaml, problems } = readRdp(given);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rdp-'));
  const file = join(folder.path, 'registry.yaml');
  writeFileSync(file, yaml);
  return loadConfig({ files: [file], env: {} });
}

/** The same where `text` is all of `application.properties`. */
export function loadSettings(text: string, env: Readonly<Record<string, string>> = {}): Config {
  return loadRdp({ files: { 'application.properties': text }, env });
}
