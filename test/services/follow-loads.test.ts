/** Files that are loaded beside a followed database: they delay nobody, and what was reported as loaded is there. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openForLoading } from '../../src/app/database.ts';
import { loadFiles } from '../../src/files/load-files.ts';
import { geneInfo, table } from '../registry/import/loading.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { exported } from '../support/registry/temporary-store.ts';
import { manyFollowed } from '../support/services/many-followed.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { type Follower, startReadyFollower, until } from '../support/services/start-follower.ts';

const URGENT_MS = 5_000;
const OTHERS_MS = 60_000;
const PEOPLE = 100;
const NO_ONTOLOGY = { name: undefined, activate: [] };

async function textOf(file: { lines(): AsyncIterable<readonly string[]> }): Promise<string> {
  const lines: string[] = [];
  for await (const some of file.lines()) lines.push(...some);
  return `${lines.join('\n')}\n`;
}

/** Loads genes as the command does. */
async function loadGenes({ context }: Follower, where: string) {
  using store = openForLoading(context.config);
  return await loadFiles('genes', [where], {
    store,
    isFollowing: true,
    isConfirmed: false,
    stdin: Readable.from([]),
    onProgress() {},
    ontology: NO_ONTOLOGY,
  });
}

/** The HGNC id of gene 2. */
function identifierOf({ context }: Follower): string | null | undefined {
  using store = openForLoading(context.config);
  return exported(store).genes.find(({ geneId }) => geneId === 2)?.identity?.hgncId;
}

async function writeGenes(workplace: Workplace, number: number): Promise<string> {
  const genes = geneInfo({ geneId: 2, symbol: 'GENE2', references: `HGNC:HGNC:${number}` });
  await workplace.write('genes.tsv', await textOf(genes));
  return workplace.at('genes.tsv');
}

describe('a download that stands still', () => {
  test('delays no withdrawal', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
    await using registry = await startReadyFollower(rdp.address);
    const text = await textOf(geneInfo({ geneId: 2, symbol: 'GENE2', references: 'HGNC:HGNC:7' }));
    const goOn = Promise.withResolvers<void>();
    const server = createServer(async (_, res) => {
      res.write(text.slice(0, -10));
      await goOn.promise;
      res.end(text.slice(-10));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const loading = loadGenes(registry, `http://127.0.0.1:${(server.address() as AddressInfo).port}/genes`);
    await once(server, 'request');
    await pause(500);
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 3');
    const isHidden = async () => (await registry.status('/api/users/3')) === 401;
    expect(await until('user 3 is hidden', URGENT_MS, isHidden)).toBeLessThan(URGENT_MS);
    goOn.resolve();
    expect((await loading)[0]).toMatchObject({ changed: 1 });
    expect(identifierOf(registry)).toBe('HGNC:7');
    server.close();
  });
});

describe('what was loaded while a database is read again', () => {
  test('is there when that is what is answered from', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
    await using registry = await startReadyFollower(rdp.address);
    await using workplace = await openWorkplace();
    let number = 0;
    for (let round = 1; round <= 3; round++) {
      await rdp.run(`UPDATE taxon SET common_name = 'mankind ${round}' WHERE taxon_id = 9606`);
      const isExchanged = async () => (await registry.text('/api/taxa/9606')).includes(`mankind ${round}`);
      await until('the whole is read again', OTHERS_MS, async () => {
        number += 1;
        expect((await loadGenes(registry, await writeGenes(workplace, number)))[0]).toMatchObject({ changed: 1 });
        const isSo = await isExchanged();
        expect(identifierOf(registry)).toBe(`HGNC:${number}`);
        // A reading that is complete takes the place of the other one between two loads.
        if (!isSo) await pause(1_500 * Math.random());
        return isSo;
      });
      expect(identifierOf(registry)).toBe(`HGNC:${number}`);
    }
  });

  test('is found by the words of its name', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
    await using registry = await startReadyFollower(rdp.address);
    await using workplace = await openWorkplace();
    const pairs = table('pairs', 'ncbi_gene_id gene_symbol hpo_id hpo_name frequency disease_id', [
      [2, 'GENE2', 'HP:0000001', 'x', '-', 'OMIM:900001'],
    ]);
    const names = table('names', 'database_id disease_name qualifier hpo_id', [
      ['OMIM:900001', 'Waywardness of the examples', '', 'HP:0000001'],
    ]);
    await workplace.write('pairs.txt', await textOf(pairs));
    await workplace.write('names.hpoa', await textOf(names));
    using store = openForLoading(registry.context.config);
    const files = [workplace.at('pairs.txt'), workplace.at('names.hpoa')];
    await loadFiles('diseases', files, {
      store,
      isFollowing: true,
      isConfirmed: false,
      stdin: Readable.from([]),
      onProgress() {},
      ontology: NO_ONTOLOGY,
    });
    const isFound = async () =>
      (await registry.text('/api/federated/resolve?text=waywardness')).includes('OMIM:900001');
    expect(await isFound()).toBe(true);
    await rdp.run(`UPDATE taxon SET common_name = 'mankind' WHERE taxon_id = 9606`);
    const isRead = async () => (await registry.text('/api/taxa/9606')).includes('mankind');
    await until('the whole is read again', OTHERS_MS, isRead);
    expect(await isFound()).toBe(true);
  });
});
