/** docs/from-a-spreadsheet.md from a fresh folder: thirty people, two partners, an administrator. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readTable } from '../../../src/files/people-file.ts';
import { workbookBytes } from '../../../src/files/workbook-writer.ts';
import { readCommand } from '../../support/docs/read-command.ts';
import { fencesOf, read } from '../../support/docs/read-markdown.ts';
import { openWorkplace, type Workplace } from '../../support/machine/command-line.ts';
import { type Ending, GREETED, watchProgram } from '../../support/machine/watch-program.ts';
import { ACCESS_FORM } from '../../support/registry/access-form.ts';

const fences = fencesOf(read('docs/from-a-spreadsheet.md'));
const under = (step: number, language: string) =>
  fences.filter((fence) => fence.language === language && fence.under.startsWith(`${step}.`)).map(({ text }) => text);
const commands = (step: number) => under(step, 'sh').flatMap((text) => text.trim().split('\n'));

const GENE_INFO =
  '#tax_id\tGeneID\tSymbol\tSynonyms\tdescription\tModification_date\n9606\t672\tBRCA1\t-\t-\t20200127\n';
const HP = `format-version: 1.2
ontology: hp

[Term]
id: HP:0000118
name: Phenotypic abnormality

[Term]
id: HP:0001250
name: Seizure
is_a: HP:0000118
`;

/** The workbook of the template, with what an operator writes below its headings. */
async function thirtyPeople(template: Buffer): Promise<Buffer> {
  const people = Array.from({ length: 30 }, (_, index): Record<string, string> => {
    return {
      'e-mail': `person.${index}@example.org`,
      name: 'Invented',
      'last name': `Person${index}`,
      level: index % 3 === 0 ? 'private' : 'public',
      shared: 'yes',
      terms: 'HP:0001250',
    };
  });
  const ofGene = { genes: 'BRCA1', taxon: 'human', tier: 'TIER1' };
  const written = { people, genes: people.map((person) => ({ 'e-mail': person['e-mail'], ...ofGene })), help: [] };
  const sheets = (await readTable(template)).map(({ name, rows }) => {
    const [headings = []] = rows;
    const filledIn: readonly Record<string, string | undefined>[] = written[name as keyof typeof written];
    const more = filledIn.map((row) => headings.map((heading) => row[heading] ?? ''));
    return { name: name ?? '', rows: [...rows, ...more] };
  });
  return workbookBytes(sheets);
}

async function run(workplace: Workplace, command: string): Promise<Ending> {
  const { env, args } = readCommand(command);
  const ended = await workplace.run(args, { env: { DATABASE_FILE: '', ...env } });
  expect({ command, code: ended.code, stderr: ended.stderr }).toMatchObject({ command, code: 0 });
  return ended;
}

async function startPartner(workplace: Workplace, resources: AsyncDisposableStack): Promise<string> {
  const { output, until, stop } = watchProgram(workplace.begin(['mock-partner', '--port', '0']));
  await until(GREETED);
  resources.defer(async () => void (await stop()));
  return /running at (\S+)/.exec(output())?.[1] ?? '';
}

test('the commands of the page lead from a table to a public registry', async () => {
  await using resources = new AsyncDisposableStack();
  const workplace = resources.use(await openWorkplace());
  const [settings = ''] = under(2, 'yaml');
  // The registry goes on in this process, which stands in another folder.
  const file = settings.replace('file: registry.sqlite', `file: ${workplace.at('registry.sqlite')}`);
  expect(file).not.toBe(settings);
  await workplace.write('registry.yaml', file);

  await mkdir(workplace.at('reference'));
  await workplace.write('reference/Homo_sapiens.gene_info.gz', gzipSync(GENE_INFO));
  await workplace.write('reference/hp.obo', HP);
  for (const command of commands(3)) await run(workplace, command);

  const [makeTemplate = '', tryTable = '', importTable = ''] = commands(4);
  await run(workplace, makeTemplate);
  const template = await readFile(workplace.at('people.xlsx'));
  await writeFile(workplace.at('people.xlsx'), await thirtyPeople(template));
  const tried = await run(workplace, tryTable);
  expect(tried.stderr).toContain('  person.1@example.org (user 2): new → public; shared with partners; genes: BRCA1');
  const imported = await run(workplace, importTable);
  expect(imported.stderr).toMatch(/: 30 added, 0 changed and 0 unchanged\./);
  expect(imported.stderr).toContain('isearch-proxy account create EMAIL --role admin');

  const [createAccount = '', createToken = ''] = commands(5);
  await run(workplace, createAccount);
  const token = (await run(workplace, createToken)).stdout.trim();

  const [north, south] = [await startPartner(workplace, resources), await startPartner(workplace, resources)];
  const [partners = ''] = under(6, 'yaml');
  const asked = partners
    .replace('https://north.example.org', north)
    .replace('https://south.example.org', south)
    .replace('the-token-that-north-made', 'mock-token');
  await workplace.write('partners.yaml', asked);
  const [check = '', tokenForNorth = ''] = commands(6);
  const checked = await run(workplace, check);
  for (const key of ['north', 'south']) expect(checked.stdout).toMatch(new RegExp(`^${key}\\tgenes-search\\tok`, 'm'));
  const ofNorth = (await run(workplace, tokenForNorth)).stdout.trim();

  const [serve = ''] = commands(7);
  const { args, env } = readCommand(serve);
  const registry = watchProgram(workplace.begin(args, { env: { DATABASE_FILE: '', ...env } }));
  resources.defer(async () => void (await registry.stop()));
  await registry.until(GREETED);
  const url = /is running at (http:\/\/\S+?)\.?\s/.exec(registry.output())?.[1] ?? '';
  const get = async (path: string, bearer?: string) =>
    (await fetch(url + path, { headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` } })).json();

  const found = await get('/api/federated/genes/search?symbol=BRCA1&taxonId=9606');
  // Partners of the test have a gene of a mouse, which nobody here knows, so that they are called limited.
  expect(found.summary).toMatch(/^All 3 registries answered; Northern Registry .*; Southern Registry /);
  const own = (await get('/api/genes?size=100')).content as { anonymousId?: string }[];
  expect(own).toHaveLength(30);
  const hidden = own.find(({ anonymousId }) => anonymousId !== undefined);
  const asks = await fetch(`${url}/search/gene/by-anonymous-id/${hidden?.anonymousId}/request-access`, {
    method: 'POST',
    body: new URLSearchParams(ACCESS_FORM),
  });
  expect(asks.status).toBe(200);
  const { requests } = await get('/api/admin/access-requests', token);
  expect(requests).toMatchObject([{ contact: 'ada@example.org', state: 'received' }]);
  // The first of the table is private, and agreed to be seen by partners.
  expect(await get('/api/users/1', ofNorth)).toMatchObject({ lastName: 'Person0' });
});
