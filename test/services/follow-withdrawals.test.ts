/** The law of what is withdrawn: in force within five seconds, also in the middle of a change of everybody. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { geneInfo } from '../registry/import/loading.ts';
import { openWorkplace, type Server } from '../support/machine/command-line.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { HUMAN } from '../support/registry/small-snapshot.ts';
import { COMMON, IS_FULL_SIZE, MANY, manyFollowed, OTHER_GENES } from '../support/services/many-followed.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { leaderOf, until } from '../support/services/start-follower.ts';

const URGENT_MS = 5_000;
const OTHERS_MS = 60_000;
const WITHDRAWALS = 20;
const MOST_MS = IS_FULL_SIZE ? 600_000 : 2 * PATIENCE_MS;
/** From one to the next. */
const APART_MS = 150;
/** Between two looks at one of them: all of them together leave the machine to those who are measured. */
const LOOK_MS = 100;
const PEOPLE = IS_FULL_SIZE ? MANY : 1_000;
const PEOPLE_OF_KILLED = IS_FULL_SIZE ? MANY : 600;
/** A change of so many is read within that time. */
const READ_MS = IS_FULL_SIZE ? 4_000 : 2_000;
/** Beside the time that the first start took: a process that was killed has to start first. */
const KILLED_MS = 10_000;

/** Every second person is left alone, and withdraws: all over the table, as what is looked at first must make no difference. */
const NOT_TOUCHED = 'user_id % 2 = 1';
const idOf = (at: number, people: number) => 1 + 2 * ((at * 1_777) % (people / 2));

const BULK_CHANGES = {
  texts: [`UPDATE user SET description = concat('changed, ', description)`],
  levels: [`UPDATE user SET privacy_level = 1 WHERE NOT ${NOT_TOUCHED}`],
  'levels of genes': [`UPDATE gene SET user_privacy_level = 0 WHERE gene_id <> ${COMMON.geneId}`],
  'genes loaded again': [
    'START TRANSACTION',
    'CREATE TEMPORARY TABLE kept SELECT * FROM gene',
    'DELETE FROM gene',
    `UPDATE kept SET id = id + 1000000, user_privacy_level = if(gene_id = ${COMMON.geneId}, user_privacy_level, NULL)`,
    'INSERT INTO gene SELECT * FROM kept',
    'COMMIT',
    'DROP TABLE kept',
  ],
};

/** What is taken back of a person, and where it shows. */
const WITHDRAWN = [
  (id: number) => `UPDATE user SET privacy_level = 0 WHERE user_id = ${id}`,
  (id: number) => `UPDATE user SET enabled = 0 WHERE user_id = ${id}`,
  (id: number) => `UPDATE gene SET user_privacy_level = 0 WHERE user_id = ${id} AND gene_id = ${COMMON.geneId}`,
  (id: number) => `UPDATE user SET hide_genelist = 1 WHERE user_id = ${id}`,
  (id: number) => `DELETE FROM gene WHERE user_id = ${id}`,
];

async function fileOfGenes(): Promise<string> {
  const genes = Array.from({ length: Math.min(OTHER_GENES, 5_000) }, (_, at) => ({
    geneId: at + 2,
    symbol: 'X',
    references: `HGNC:HGNC:${at}`,
  }));
  const lines: string[] = [];
  for await (const some of geneInfo(...genes).lines()) lines.push(...some);
  return `${lines.join('\n')}\n`;
}

/** Of every process, each on a connection of its own. */
async function replies({ url }: Server, workers: number, path: string): Promise<string[]> {
  const asked = Array.from({ length: workers }, async () => {
    const reply = await fetch(url + path, { headers: { Connection: 'close' } }).catch(() => undefined);
    return reply === undefined ? 'lost' : `${reply.status} ${await reply.text()}`;
  });
  return Promise.all(asked);
}

// Two are killed below.
test.each([1, 4])('withdrawals count within 5 s, with processes: %i', { timeout: MOST_MS }, async (workers) => {
  await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
  await using workplace = await openWorkplace();
  const env = { DATABASE_FOLLOW: rdp.address };
  await workplace.write('genes.tsv', await fileOfGenes());
  await using server = await workplace.serve([], { ...env, SERVER_WORKERS: String(workers) });
  await until('all are ready', OTHERS_MS, async () =>
    (await replies(server, workers, '/readyz')).every((text) => text === '200 ready'),
  );
  const withdrawn: number[] = [];
  for (const [bulk, statements] of Object.entries(BULK_CHANGES)) {
    const noticed = until(`${bulk} are noticed`, OTHERS_MS, async () => {
      await pause(LOOK_MS);
      return (await replies(server, 1, '/readyz')).every((text) => text.includes('are being read again'));
    });
    const changing = rdp.run(...statements);
    await pause(500);
    const loading = workplace.run(['load', 'genes', 'genes.tsv'], { env });
    await changing;
    const tookMs = Array.from({ length: WITHDRAWALS }, async (_, at) => {
      await pause(at * APART_MS);
      const id = idOf(withdrawn.length, PEOPLE);
      withdrawn.push(id);
      const withdraw = WITHDRAWN[at % WITHDRAWN.length] as (id: number) => string;
      await rdp.run(withdraw(id));
      return until(`${withdraw(id)} counts`, URGENT_MS, async () => {
        await pause(LOOK_MS);
        return (await replies(server, workers, `/api/users/${id}`)).every((text) => !text.includes(COMMON.symbol));
      });
    });
    const slowestMs = Math.max(...(await Promise.all(tookMs)));
    expect(await loading).toMatchObject({ code: 0 });
    await noticed;
    const inForceMs = await until('all is well', OTHERS_MS, async () =>
      (await replies(server, workers, '/readyz')).every((text) => text === '200 ready'),
    );
    console.log(
      `${workers} processes, ${bulk}: the slowest withdrawal after ${Math.round(slowestMs)} ms; all ${Math.round(inForceMs)} ms later.`,
    );
    expect(slowestMs).toBeLessThan(URGENT_MS);
  }
  const [found = ''] = await replies(server, 1, `/api/genes/search?symbol=${COMMON.symbol}&taxonId=${HUMAN}`);
  // A hidden list of genes hides nobody from a search.
  const hidden = withdrawn.filter((_, at) => at % WITHDRAWN.length !== 3);
  for (const id of hidden) expect(found).not.toContain(`"id":${id},`);
});

test.each([1, 2])(
  'holds for a killed process from its next start on, of: %i',
  { timeout: MOST_MS },
  async (workers) => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE_OF_KILLED) });
    await using workplace = await openWorkplace();
    const env = { DATABASE_FOLLOW: rdp.address, SERVER_WORKERS: String(workers) };
    const beganMs = performance.now();
    let server = await workplace.serve([], env);
    const areReady = async () => (await replies(server, workers, '/readyz')).every((text) => text === '200 ready');
    await until('all are ready', OTHERS_MS, areReady);
    const startMs = performance.now() - beganMs;
    for (const [at, [bulk, statements]] of Object.entries(BULK_CHANGES).entries()) {
      const id = idOf(at, PEOPLE_OF_KILLED);
      await rdp.run(...statements);
      await pause(Math.random() * READ_MS);
      await rdp.run(`UPDATE user SET privacy_level = 0 WHERE user_id = ${id}`);
      process.kill(await leaderOf(server), 'SIGKILL');
      if (workers === 1) {
        await server.ended();
        server = await workplace.serve([], env);
      }
      const tookMs = await until(`user ${id} is hidden`, KILLED_MS + startMs, async () =>
        (await replies(server, workers, `/api/users/${id}`)).every((text) => text.startsWith('401')),
      );
      console.log(`${workers} processes, killed behind ${bulk}: hidden after ${Math.round(tookMs)} ms.`);
      await until('all is well', OTHERS_MS, areReady);
      const [found = ''] = await replies(server, 1, `/api/genes/search?symbol=${COMMON.symbol}&taxonId=${HUMAN}`);
      expect(found.match(/"tier":/g)?.length).toBeGreaterThan(PEOPLE_OF_KILLED / 4);
    }
    await server.stop();
  },
);
