/** People of a list of genes are many: pages of them count what they hold, and what has no room is refused. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { dependingOn, json, version } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { askRaw } from '../../support/server/raw-http.ts';

const GENES = Array.from({ length: 6 }, (_, index) => aGene(5001 + index, `DIS${index + 1}`));
const RECORDS = 600;
/** For large answers there is half of it, which is less than one page takes. */
const ROOM_MEGABYTES = '16';
const DISEASE = 'OMIM:607208';

const resources = new AsyncDisposableStack();
let registry: TestRegistry;
beforeAll(async () => {
  const people = dependingOn(({ params }) => {
    const gene = GENES.find(({ symbol }) => symbol === params.get('symbol'));
    const first = 1000 * GENES.findIndex(({ symbol }) => symbol === params.get('symbol'));
    const records = Array.from({ length: RECORDS }, (_, index) =>
      geneRecord(1, { geneId: gene?.geneId, symbol: gene?.symbol, remoteUser: userRecord(first + index + 1) }),
    );
    return json(records);
  });
  const script = { '/api': version('1.5.10'), '/api/genes/search': people, '*': json([]) };
  const partner = resources.use(await startScriptedPartner(script));
  const diseases = {
    ...{ source: 'HPO', release: null, phenotypeGenes: [] },
    diseases: [{ diseaseId: DISEASE, name: 'A disease', otherNames: [] }],
    geneDiseases: GENES.map(({ geneId }): [number, string] => [geneId, DISEASE]),
  };
  registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ genes: [...smallSnapshot().genes, ...GENES], diseases }),
      partners: [{ key: 'partner', name: 'PartnerNet', url: partner.url }],
      settings: { LIMITS_UNREAD_MEGABYTES: ROOM_MEGABYTES, LIMITS_MEGABYTES_PER_MINUTE: '0' },
    }),
  );
});
afterAll(() => resources.disposeAsync());

const FORM = new URLSearchParams({ text: GENES.map(({ symbol }) => symbol).join('\n') }).toString();
const PAGES: readonly [what: string, path: string, body: string | undefined][] = [
  ['a list of genes', '/genes', FORM],
  ['a disease', `/diseases/${DISEASE}/people?render=server`, undefined],
];

test.each(PAGES)(
  'of pages of the people of %s at once one is answered, and those without room are refused',
  async (_, path, body) => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body?.length ?? 0),
    };
    const ask = () => askRaw(registry.url, path, body === undefined ? {} : { method: 'POST', headers, body });
    // What a reader has had counts until the next look.
    const answered = () => vi.waitFor(async () => expect((await ask()).status).toBe(200), PATIENT);
    const { status } = registry.context.limits;
    const nothingIsHeld = () =>
      vi.waitFor(
        () => expect([status().answerBytes, status().waitingBytes, status().listsUnderWay]).toEqual([0, 0, 0]),
        PATIENT,
      );
    await answered();
    await nothingIsHeld();
    const answers = await Promise.all(Array.from({ length: 4 }, ask));
    for (const { status, headers } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(headers['retry-after']).toBe('2');
    }
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.map(({ status }) => status)).toContain(503);
    await nothingIsHeld();
    await answered();
  },
);
