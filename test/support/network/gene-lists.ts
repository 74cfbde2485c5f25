/** Lists of genes as their senders get them answered, line by line or in one piece. */

import type { ListEnd } from '../../../src/domain/gene-list/list-answer.ts';
import type { ListCell } from '../../../src/domain/gene-list/list-cell.ts';
import type { UnderstoodList } from '../../../src/domain/gene-list/list-question.ts';
import type { TestRegistry } from '../registry/start-registry.ts';

export const BATCH = '/api/federated/genes/search-batch';

export type ReadList = UnderstoodList & ListEnd & { cells: ListCell[]; cellsAtMs: number[] };
type ListOptions = { signal?: AbortSignal; onCell?: (cell: ListCell, count: number) => void; token?: string };

/** Posts a list, and reads its answer line by line. */
export async function askList(registry: TestRegistry, body: object, { signal, onCell, token }: ListOptions = {}) {
  const began = performance.now();
  const headers: Record<string, string> = { Accept: 'application/x-ndjson', 'Content-Type': 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null };
  const response = await registry.get(BATCH, init);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let understood: Partial<ReadList> = {};
  const cells: ListCell[] = [];
  const cellsAtMs: number[] = [];
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { type, ...value } = JSON.parse(line);
      if (type === 'end') return { ...understood, ...value, cells, cellsAtMs } as ReadList;
      if (type === 'plan') understood = { genes: value.genes, notUnderstood: value.notUnderstood };
      else {
        cells.push(value);
        cellsAtMs.push(performance.now() - began);
        onCell?.(value, cells.length);
      }
    }
  }
  throw new Error('The stream has no end.');
}

/** Posts anything, and answers status and problem. */
export async function refused(registry: TestRegistry, body: string, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
  const response = await registry.get(BATCH, init);
  const contentType = response.headers.get('content-type');
  return {
    status: response.status,
    contentType,
    retryAfter: response.headers.get('retry-after'),
    ...(await response.json()),
  };
}
