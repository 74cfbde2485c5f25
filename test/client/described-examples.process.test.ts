/** The examples of the federated document are what the types of the client say: the compiler is asked about each. */

import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { responsesOf, schemas } from '../server/routes/federated-openapi-reader.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Examples by the schema they stand at, with the type of the client. */
const TYPES: Record<string, string> = {
  Origin: 'answers.Origin',
  Plan: 'answers.Plan',
  End: 'answers.End',
  GenePart: 'answers.Part<answers.FederatedGene>',
  UserPart: 'answers.Part<answers.AnyFederatedUser>',
  StatsPart: 'answers.Part<answers.FederatedStats>',
  TermPart: 'answers.Part<answers.FederatedTerm>',
  CoveragePart: 'answers.Part<answers.CoverageOfOrigin>',
  FoundGenePage: 'answers.FederatedPage<answers.FederatedGene>',
  FoundUserPage: 'answers.FederatedPage<answers.AnyFederatedUser>',
  StatsAnswer: 'answers.FederatedStatsAnswer',
  TermsAnswer: 'answers.FederatedTermsAnswer',
  Coverage: 'answers.Coverage',
  Resolution: 'answers.Resolution',
  ListPlan: 'answers.GeneListPlan',
  ListCellLine: 'answers.GeneListCell',
  ListEnd: 'answers.GeneListEnd',
  Partners: '{ partners: answers.PartnerInfo[] }',
};
const described = Object.entries(TYPES).flatMap(([name, type]) =>
  [schemas[name]?.examples].flat().map((value): [value: unknown, type: string] => [value, type]),
);
const [[, partners] = []] = responsesOf('/api/federated/partners');
const inDetail = partners?.content?.['application/json']?.examples?.administrator?.value;

const cell = { state: 'lost', count: 0, anonymized: 0, exact: true };
const end = { type: 'end', complete: true, remarks: [], origins: [], cursor: null, retryCursor: null };

test('every example is of the type that the client gives it; what lacks a member, or has a word that nobody knows, is found', () => {
  expect(described.map(([value]) => value)).not.toContain(undefined);
  const { sound, misfitting } = misfits({
    sound: [...described, [inDetail, '{ partners: answers.PartnerInfo[] }']],
    misfitting: [
      [cell, "answers.Coverage['rows'][number]['cells'][number]"],
      [end, 'answers.End'],
    ],
  });
  expect(sound).toEqual([]);
  expect(misfitting.join('\n')).toMatch(/'"lost"' is not assignable/);
  expect(misfitting.join('\n')).toMatch(/'summary' is missing/);
});

type Values = [value: unknown, type: string][];

/** What the compiler says of values that are to be of a type, by their name, message by message; nothing when they are. */
function misfits<Name extends string>(named: Record<Name, Values>): Record<Name, string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'examples-'));
  const imports = [`import type * as answers from ${JSON.stringify(join(ROOT, 'src/client/answers.ts'))};`];
  const names = Object.keys(named) as Name[];
  for (const name of names) {
    const lines = named[name].map(
      ([value, type], index) => `export const e${index} = ${JSON.stringify(value)} satisfies ${type};`,
    );
    writeFileSync(join(folder.path, `${name}.mts`), [...imports, ...lines].join('\n'));
  }
  // What the compiler knows of the whole project stays as it is.
  const apart = { incremental: false, tsBuildInfoFile: null };
  const compilerOptions = { ...apart, typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true };
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: names.map((name) => `${name}.mts`) };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  // A message that goes on does so in lines that begin with a space.
  const messages = (stdout + stderr).split(/\n(?! )/).filter((message) => message !== '');
  const foreign = messages.filter((message) => !names.some((name) => message.startsWith(`${name}.mts(`)));
  if (foreign.length > 0) throw new Error(foreign.join('\n'));
  const ofName = (name: Name) => messages.filter((message) => message.startsWith(`${name}.mts(`));
  return Object.fromEntries(names.map((name) => [name, ofName(name)])) as Record<Name, string[]>;
}
