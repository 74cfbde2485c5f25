/** The examples of the federated document are what the types of the client say: the compiler is asked about each. */

import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { responsesOf, schemas } from '../http/openapi/federated-openapi-reader.ts';

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
  ListPlan: 'lists.GeneListPlan',
  ListCellLine: 'lists.GeneListCell',
  ListEnd: 'lists.GeneListEnd',
  Partners: '{ partners: answers.PartnerInfo[] }',
};
const described = Object.entries(TYPES).flatMap(([name, type]) =>
  [schemas[name]?.examples].flat().map((value): [value: unknown, type: string] => [value, type]),
);
const [[, partners] = []] = responsesOf('/api/federated/partners');
const inDetail = partners?.content?.['application/json']?.examples?.administrator?.value;

test('every example is of the type that the client gives it', () => {
  expect(described.map(([value]) => value)).not.toContain(undefined);
  expect(misfits([...described, [inDetail, '{ partners: answers.PartnerInfo[] }']])).toBe('');
});

test('an example that lacks a member, or has a word that nobody knows, is found', () => {
  const cell = { state: 'lost', count: 0, anonymized: 0, exact: true };
  const end = { type: 'end', complete: true, remarks: [], origins: [], cursor: null, retryCursor: null };
  const misfitting = misfits([
    [cell, 'answers.CoverageCell'],
    [end, 'answers.End'],
  ]);
  expect(misfitting).toMatch(/'"lost"' is not assignable/);
  expect(misfitting).toMatch(/'summary' is missing/);
});

/** What the compiler says of values that are to be of a type; nothing when they are. */
function misfits(values: [value: unknown, type: string][]): string {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'examples-'));
  const lines = values.map(
    ([value, type], index) => `export const e${index} = ${JSON.stringify(value)} satisfies ${type};`,
  );
  const imports = Object.entries({ answers: 'federated-answers.ts', lists: 'gene-lists.ts' }).map(
    ([name, file]) => `import type * as ${name} from ${JSON.stringify(join(ROOT, 'src/client', file))};`,
  );
  writeFileSync(join(folder.path, 'examples.mts'), [...imports, ...lines].join('\n'));
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true };
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['examples.mts'] };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder.path], { encoding: 'utf8' });
  return stdout + stderr;
}
