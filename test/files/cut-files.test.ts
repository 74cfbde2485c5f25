/** A reference file that is cut short is refused wherever the cut is, and nothing that is here is removed because of it. */

import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoadKind, loadFiles } from '../../src/files/load-files.ts';
import { openReferenceFile } from '../../src/files/reference-file.ts';
import { fileInput, readInput } from '../../src/files/snapshot-file.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { aGene, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { exportedText, openTemporaryStore } from '../support/registry/temporary-store.ts';

const ROWS = Array.from({ length: 40 }, (_, index) => 1000 + index);
const genes = ROWS.map((id) => aGene(id, `GEN${id}`));
const lines = (header: string, row: (id: number) => string) =>
  `${header}\n${ROWS.map((id) => `${row(id)}\n`).join('')}`;
const tabs = (header: string) => header.replaceAll(' ', '\t');
const disorders = (content: (id: number) => string) =>
  `<JDBOR date="2025-06-24 07:00:00">\n<DisorderList>\n${ROWS.map(
    (id) => `<Disorder><OrphaCode>${id}</OrphaCode>${content(id)}</Disorder>\n`,
  ).join('')}</DisorderList>\n</JDBOR>`;
const FILES: Record<string, [LoadKind, string]> = {
  gene_info: [
    'genes',
    lines(
      tabs('#tax_id GeneID Symbol Synonyms description Modification_date'),
      (id) => `9606\t${id}\tGEN${id}\t-\t-\t20200127`,
    ),
  ],
  gene_orthologs: [
    'orthologs',
    lines(tabs('#tax_id GeneID relationship Other_tax_id Other_GeneID'), (id) => `9606\t1000\tOrtholog\t9606\t${id}`),
  ],
  gene2go: ['annotations', lines(tabs('#tax_id GeneID GO_ID'), (id) => `9606\t${id}\tGO:000${id}`)],
  'x.obo': ['ontology', lines('format-version: 1.2\nontology: x', (id) => `\n[Term]\nid: X:${id}\nname: term ${id}`)],
  'uberon.obo': ['organs', lines('format-version: 1.2', (id) => `\n[Term]\nid: UBERON:000${id}\nname: organ ${id}`)],
  'genes_to_phenotype.txt': [
    'diseases',
    lines(tabs('ncbi_gene_id hpo_id disease_id'), (id) => `${id}\tHP:000${id}\tORPHA:${id}`),
  ],
  'genes_to_disease.txt': [
    'diseases',
    lines(
      tabs('ncbi_gene_id gene_symbol association_type disease_id'),
      (id) => `NCBIGene:${id}\tG\tMENDELIAN\tORPHA:${id}`,
    ),
  ],
  'phenotype.hpoa': ['diseases', lines(tabs('database_id disease_name'), (id) => `ORPHA:${id}\tDisease ${id}`)],
  'product1.xml': ['diseases', disorders((id) => `<Name lang="fr">Maladie ${id}</Name>`)],
  'product6.xml': [
    'diseases',
    disorders(
      (id) =>
        `<Name lang="en">Disease ${id}</Name><DisorderGeneAssociationList><DisorderGeneAssociation><Gene><Symbol>GEN${id}</Symbol><ExternalReferenceList><ExternalReference><Source>HGNC</Source><Reference>${id}</Reference></ExternalReference></ExternalReferenceList></Gene><DisorderGeneAssociationType><Name lang="en">Role in the phenotype of</Name></DisorderGeneAssociationType></DisorderGeneAssociation></DisorderGeneAssociationList>`,
    ),
  ],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cut-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  const snapshot = smallSnapshot({ genes, orthologs: [], ontologies: [], users: [] });
  const database = openTemporaryStore(snapshot);
  const load = async (name: string, content: string | Uint8Array, { isConfirmed = false } = {}) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const [kind] = FILES[name] ?? [];
    if (kind === undefined) throw new Error(`There is no file ${name}.`);
    const none = { name: undefined, activate: [] };
    const stdin = Readable.from([]);
    const options = { store: database.store, isFollowing: false, isConfirmed, stdin, onProgress() {}, ontology: none };
    return await loadFiles(kind, [path], options);
  };
  return { ...database, load, [Symbol.dispose]: () => database[Symbol.dispose]() };
}

/** Most of the records of a table may go; fewer than this share of it may be missing without a word. */
const UNNOTICED = 20;

/** Rows differ in a number alone, so cuts in the first of them and the last stand for all. */
function cutsOf(text: string): number[] {
  const last = text.trimEnd().length;
  const row = last / ROWS.length;
  const isTried = (at: number) => at < 2 * row || at >= last - row;
  return [...Array(last).keys()].filter(isTried);
}

describe.each(Object.entries(FILES))('%s', (name, [, text]) => {
  test('that is cut anywhere but behind one of its last lines is refused, and changes nothing', async () => {
    using registry = open();
    // The names of diseases are taken of those that are here.
    if (name === 'product1.xml')
      await registry.load('genes_to_phenotype.txt', FILES['genes_to_phenotype.txt']?.[1] ?? '');
    await registry.load(name, text);
    const before = exportedText(registry.store);
    for (const at of sampleOf(cutsOf(text), 40)) {
      const cut = text.slice(0, at);
      const isAtLineEnd = cut.endsWith('\n') && !name.endsWith('.xml');
      const outcome = await registry.load(name, cut).then(
        (reports) => ({ reports }),
        (error: Error) => error.name,
      );
      if (typeof outcome === 'string') expect(outcome).toBe('UnreadableFile');
      else {
        expect([at, isAtLineEnd]).toEqual([at, true]);
        for (const { missing } of outcome.reports) expect(missing).toBeLessThan(UNNOTICED);
        await registry.load(name, text);
      }
      expect(exportedText(registry.store)).toBe(before);
    }
  });

  test('that is cut and packed afterwards is refused as well', async () => {
    using registry = open();
    const cut = text.trimEnd().slice(0, -3);
    await expect(registry.load(name, gzipSync(cut))).rejects.toThrow(/without/);
  });
});

test('a whole file that lacks most of what is here is held back, until it is confirmed', async () => {
  using registry = open();
  const [, text] = FILES['genes_to_phenotype.txt'] ?? ['', ''];
  await registry.load('genes_to_phenotype.txt', text);
  const before = exportedText(registry.store);
  const rows = text.split('\n');
  const fewer = `${rows.slice(0, 11).join('\n')}\n`;
  const path = join(folder, 'genes_to_phenotype.txt');
  await expect(registry.load('genes_to_phenotype.txt', fewer)).rejects.toThrow(
    `${path} would remove 30 of the 40 pairs of gene and disease and 30 of the 40 diseases and 30 of the 40 phenotypes with genes that are here: the files may be incomplete, so nothing was changed. If the records are really gone, load again with --confirm.`,
  );
  expect(exportedText(registry.store)).toBe(before);
  const [pairs] = await registry.load('genes_to_phenotype.txt', fewer, { isConfirmed: true });
  expect(pairs?.removed.count).toBe(30);
});

test('a file that loses names in one of two languages is held back', async () => {
  using registry = open();
  await registry.load('genes_to_phenotype.txt', FILES['genes_to_phenotype.txt']?.[1] ?? '');
  const french = FILES['product1.xml']?.[1] ?? '';
  await registry.load('product1.xml', french.replaceAll('lang="fr"', 'lang="en"').replaceAll('Maladie', 'Disease'));
  await registry.load('product1.xml', french);
  const fewer = french.replace(/(?:<Disorder>.*\n){30}/, '');
  await expect(registry.load('product1.xml', fewer)).rejects.toThrow(
    'would remove 30 of the 40 diseases with names of other sources',
  );
});

describe('a file that changes while it is read is refused', () => {
  const LONG = `${'a line of a file\n'.repeat(100_000)}`;

  async function readWhile(change: (path: string) => void): Promise<unknown> {
    const path = join(folder, 'moving');
    writeFileSync(path, LONG);
    await using file = await openReferenceFile(path, { stdin: Readable.from([]), userAgent: 'test' });
    await file.firstLines();
    change(path);
    for await (const _ of file.lines());
    return undefined;
  }

  test('as it shrinks behind the place of reading', async () => {
    await expect(readWhile((path) => truncateSync(path, 1_000_008))).rejects.toThrow(
      /moving changed while it was read \(bytes: 1,700,000 before, 1,000,008 after, and 1,000,008 were read\)/,
    );
  });

  test('as it grows', async () => {
    await expect(readWhile((path) => writeFileSync(path, 'one more\n', { flag: 'a' }))).rejects.toThrow(
      'changed while',
    );
  });

  test('as it is written again with as many bytes', async () => {
    await expect(readWhile((path) => writeFileSync(path, LONG.replaceAll('line', 'file')))).rejects.toThrow(
      'changed while',
    );
  });

  test('unless another takes its place, because the open one stays whole', async () => {
    const replace = (path: string) => {
      rmSync(path);
      writeFileSync(path, 'another\n');
    };
    await expect(readWhile(replace)).resolves.toBeUndefined();
  });

  test('also where a table of people is imported', async () => {
    const path = join(folder, 'people.csv');
    writeFileSync(path, `e-mail,name\n${'a@example.org,A\n'.repeat(100_000)}`);
    const input = fileInput(path);
    const reading = readInput({
      name: input.name,
      read: (mostBytes) =>
        input.read((beginning) => {
          truncateSync(path, 1_000_000);
          return mostBytes(beginning);
        }),
    });
    await expect(reading).rejects.toThrow(/people\.csv changed while it was read .* so it may be cut short/);
  });
});

test('a download without a length that ends early is refused', async () => {
  const [, text] = FILES.gene_info ?? ['genes', ''];
  const server = createServer((_, res) => {
    res.socket?.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${text.slice(0, -4)}`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const where = `http://127.0.0.1:${port}/gene_info`;
    await using file = await openReferenceFile(where, { stdin: Readable.from([]), userAgent: 'test' });
    await expect(file.firstLines()).rejects.toThrow(
      `${where} ends within line 41, without a line end, so it may be cut short; fetch it again, or add the line end if it is whole.`,
    );
  } finally {
    server.close();
  }
});

test('XML needs no line end behind its root', async () => {
  const path = join(folder, 'product1.xml');
  writeFileSync(
    path,
    readFileSync(new URL('../support/reference-files/excerpts/product1.fr.xml', import.meta.url), 'utf8').trimEnd(),
  );
  await using file = await openReferenceFile(path, { stdin: Readable.from([]), userAgent: 'test' });
  const lines: string[] = [];
  for await (const some of file.lines()) lines.push(...some);
  expect(lines.at(-1)).toBe('</JDBOR>');
});
