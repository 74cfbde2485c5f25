/** `load`: files of the field from the command line, what it reports of them. */

import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { AWAY, followAway } from '../support/registry/followed-copy.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const GENES = '#tax_id\tGeneID\tSymbol\tSynonyms\tdescription\tModification_date\n';
const human = (geneId: number, symbol: string) => `9606\t${geneId}\t${symbol}\t-\t-\t20200127\n`;
const FILES: Record<string, string> = {
  // Named so that the order of names is not that in which they can be loaded.
  'a-pairs.txt': 'ncbi_gene_id\tgene_symbol\thpo_id\tdisease_id\n672\tBRCA1\tHP:1\tOMIM:604370\n',
  'b-names.hpoa': '#version: 2025-01-16\ndatabase_id\tdisease_name\nOMIM:604370\tBreast cancer\n',
  'c-annotations.gz': '#tax_id\tGeneID\tGO_ID\n9606\t900\tGO:0006281\n',
  'd-organs.obo': 'format-version: 1.2\n\n[Term]\nid: UBERON:0000955\nname: brain\n',
  'e-go.obo': 'format-version: 1.2\nontology: go\n\n[Term]\nid: GO:0006281\nname: DNA repair\n',
  'f-orthologs': '#tax_id\tGeneID\trelationship\tOther_tax_id\tOther_GeneID\n9606\t900\tOrtholog\t10090\t12189\n',
  'g-genes.gz': GENES + human(672, 'BRCA1') + human(7157, 'TP53') + human(900, 'NEW') + human(901, '-'),
  'h-readme.md': 'Where these files are from.\n',
};

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  await mkdir(workplace.at('files'));
  for (const [name, content] of Object.entries(FILES)) {
    await workplace.write(`files/${name}`, name.endsWith('.gz') ? gzipSync(content) : content);
  }
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
});
afterAll(() => workplace[Symbol.asyncDispose]());

test('a folder is loaded in an order that fits, reported on standard error, and brings nothing new again', async () => {
  const first = await workplace.run(['load', '--all', 'files']);
  expect([first.code, first.stdout]).toEqual([0, '']);
  expect(first.stderr.split('\n')).toEqual([
    'Genes: 1 added, 2 changed and 0 unchanged.',
    'Lines skipped (1):',
    '  files/g-genes.gz, line 5: The Symbol of gene 901 is "-", which is no gene\'s; one is needed.',
    'Orthologs: 1 added, 0 changed and 0 unchanged.',
    'Terms: 1 added, 0 changed and 0 unchanged.',
    'They are those of the ontology go.',
    'The ontology go is not active, so nobody is found by its terms: load it with --activate TERM, such as GO:0006281, which switches a term on with all below it.',
    'Organs: 0 added, 0 changed and 1 unchanged.',
    'Annotations: 1 added, 0 changed and 0 unchanged.',
    'Pairs of gene and disease: 1 added, 0 changed and 0 unchanged.',
    'Diseases: 1 added, 0 changed and 0 unchanged.',
    'They are of the release 2025-01-16 of HPO.',
    'Phenotypes with genes: 1 added, 0 changed and 0 unchanged.',
    'files/h-readme.md was skipped, because load does not read files of this kind.',
    expect.stringMatching(/^Loaded into \S+registry\.sqlite in \d+\.\d s\.$/),
    '',
  ]);
  const again = await workplace.run(['load', '--all', 'files']);
  expect(again.stderr).toContain('Genes: 0 added, 0 changed and 3 unchanged.\n');
  expect(again.stderr).toMatch(/\nNothing changed in \S+registry\.sqlite in \d+\.\d s\.\n$/);
});

test('--activate goes with --all: each term is switched on in whichever file has it, and none may be missing', async () => {
  await using fresh = await openWorkplace();
  await mkdir(fresh.at('files'));
  for (const name of ['d-organs.obo', 'e-go.obo', 'g-genes.gz'] as const) {
    const content = FILES[name] ?? '';
    await fresh.write(`files/${name}`, name.endsWith('.gz') ? gzipSync(content) : content);
  }
  const quiet = await fresh.run(['load', '--all', 'files']);
  expect(quiet.stderr).toContain('\nThe ontology go is not active, so nobody is found by its terms: ');
  const active = await fresh.run([
    ...['load', '--all', 'files', '--activate', 'GO:0006281', '--activate', 'UBERON:0000955'],
  ]);
  expect(active.stderr).toContain('\nThe ontology is active now.\n');
  expect(active.stderr).toContain('\nThe organ UBERON:0000955 is active now.\n');
  expect(active.stderr).not.toContain('nobody is found by its terms');
  const unmet = await fresh.run(['load', '--all', 'files', '--activate', 'HP:0000118']);
  expect([unmet.code, unmet.stderr.trimEnd().split('\n').at(-1)]).toEqual([
    1,
    'files holds no term HP:0000118, which --activate names; all else is loaded.',
  ]);
});

test('in a folder Mondo is an ontology and names diseases, as product 1 of Orphadata does, and product 6 ties genes', async () => {
  await using fresh = await openWorkplace();
  await mkdir(fresh.at('files'));
  const mondo = 'ontology: mondo\n\n[Term]\nid: MONDO:0016419\nname: familial breast cancer\n';
  const files: Record<string, string> = {
    'a-pairs.txt': FILES['a-pairs.txt'] ?? '',
    'genes.txt': GENES + human(672, 'BRCA1'),
    'm.obo': `format-version: 1.2\n${mondo}xref: OMIM:604370 {source="MONDO:equivalentTo"}\n`,
    'fr.xml':
      '<?xml version="1.0"?>\n<JDBOR date="2025-06-24 07:00:00">\n<Disorder><OrphaCode>1</OrphaCode><Name lang="fr">Cancer familial</Name></Disorder>\n</JDBOR>\n',
    'en6.xml':
      '<JDBOR date="2025-06-24 07:00:00">\n<Disorder><OrphaCode>1</OrphaCode><DisorderGeneAssociationList><DisorderGeneAssociation><Gene><Symbol>BRCA1</Symbol></Gene><DisorderGeneAssociationType><Name lang="en">Role in the phenotype of</Name></DisorderGeneAssociationType></DisorderGeneAssociation></DisorderGeneAssociationList></Disorder>\n</JDBOR>\n',
    'other.xml': '<JDBOR date="2025-06-24 07:00:00">\n<HPODisorderSetStatusList count="1"/>\n',
  };
  for (const [name, content] of Object.entries(files)) await fresh.write(`files/${name}`, content);
  const { code, stderr } = await fresh.run(['load', '--all', 'files']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('They are those of the ontology mondo.')]);
  expect(stderr).toContain('\nDiseases with names of other sources: 1 added, 0 changed and 0 unchanged.\n');
  expect(stderr).toContain('\nNames are those of MONDO (en), Orphanet 2025-06-24 (fr).\n');
  expect(stderr).toContain('\nPairs of gene and disease of Orphanet: 0 added, 0 changed and 0 unchanged.\n');
  expect(stderr).toContain(
    'line 2: The gene BRCA1 of ORPHA:1 is not among the human genes of this registry; load genes first.',
  );
  expect(stderr).toContain('\nfiles/other.xml was skipped, because load does not read files of this kind.\n');
});

test('a folder may hold links to files, and one that holds none of the files is refused', async () => {
  await mkdir(workplace.at('links'));
  await workplace.write('links/notes.txt', 'nothing of the field\n');
  const none = await workplace.run(['load', '--all', 'links']);
  expect([none.code, none.stderr]).toEqual([1, 'links holds none of the files that load reads.\n']);
  await symlink(workplace.at('files/g-genes.gz'), workplace.at('links/genes.gz'));
  expect((await workplace.run(['load', '--all', 'links'])).stderr).toContain(
    'Genes: 0 added, 0 changed and 3 unchanged.\n',
  );
  await symlink(workplace.at('absent.gz'), workplace.at('links/absent.gz'));
  const broken = await workplace.run(['load', '--all', 'links']);
  expect([broken.code, broken.stderr]).toEqual([1, 'links/absent.gz cannot be read: there is no such file.\n']);
});

test('beside a followed database only what that does not hold is loaded, and the rest is reported', async () => {
  const file = workplace.at('followed.sqlite');
  await copyFile(workplace.at('registry.sqlite'), file);
  followAway(file);
  const settings = { env: { DATABASE_FOLLOW: AWAY, DATABASE_FILE: file } };
  const folder = await workplace.run(['load', '--all', 'files'], settings);
  expect(folder.code).toBe(0);
  const left = /^files\/(\S+) was skipped, because the followed database has its content\.$/gm;
  expect([...folder.stderr.matchAll(left)].map(([, name]) => name)).toEqual([
    'c-annotations.gz',
    'd-organs.obo',
    'e-go.obo',
    'f-orthologs',
  ]);
  expect(folder.stderr).toContain('Genes: 0 added, 0 changed and 3 unchanged.\n');
  const organs = await workplace.run(['load', 'organs', 'files/d-organs.obo'], settings);
  expect([organs.code, organs.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^This registry follows another database .*Change its organs there\. .*can load only genes and diseases\./,
    ),
  ]);
});

test('a file comes from standard input, too, and what cannot be read is one sentence and changes nothing', async () => {
  const read = await workplace.run(['load', 'genes', '-'], { input: GENES + human(902, 'PIPED') });
  expect(read).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('Genes: 1 added, ') });
  const before = await workplace.run(['export']);
  await workplace.write('cut.gz', gzipSync(GENES + human(903, 'CUT').repeat(20_000)).subarray(0, -200));
  const refusals = await Promise.all([
    workplace.run(['load', 'genes', 'files/g-genes.gz', 'cut.gz']),
    workplace.run(['load', 'genes', 'files/f-orthologs']),
  ]);
  expect(refusals.map(({ code, stderr }) => [code, stderr])).toEqual([
    [1, 'cut.gz begins as a gzip file, but cannot be unpacked: it is damaged or cut short.\n'],
    [1, 'files/f-orthologs is gene_orthologs, but load genes reads gene_info.\n'],
  ]);
  expect(await workplace.run(['export'])).toEqual(before);
});

test('a load that would remove many records ends with 1 and changes nothing, until it is confirmed', async () => {
  await using fresh = await openWorkplace();
  const pairs = (count: number) =>
    `ncbi_gene_id\thpo_id\tdisease_id\n${Array.from({ length: count }, (_, id) => `7\tHP:1\tORPHA:${id}\n`).join('')}`;
  await fresh.write('genes.txt', GENES + human(7, 'SEVEN'));
  await fresh.write('pairs.txt', pairs(30));
  await fresh.run(['load', 'genes', 'genes.txt']);
  await fresh.run(['load', 'diseases', 'pairs.txt']);
  const before = await fresh.run(['export']);
  await fresh.write('pairs.txt', pairs(9));
  const held = await fresh.run(['load', 'diseases', 'pairs.txt']);
  expect([held.code, held.stderr]).toEqual([
    1,
    'pairs.txt would remove 21 of the 30 pairs of gene and disease and 21 of the 30 diseases that are here: the files may be incomplete, so nothing was changed. If the records are really gone, load again with --confirm.\n',
  ]);
  expect(await fresh.run(['export'])).toEqual(before);
  const confirmed = await fresh.run(['load', 'diseases', 'pairs.txt', '--confirm']);
  expect([confirmed.code, confirmed.stderr]).toEqual([
    0,
    expect.stringContaining('Pairs of gene and disease: 0 added, 0 changed, 21 removed and 9 unchanged.\n'),
  ]);
});
