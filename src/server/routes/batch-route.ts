/**
 * `POST /api/federated/genes/search-batch`: searches for a list of genes, which is only in the body. The list may point
 * to a patient, so it must not appear in addresses, logs or metrics. With `fields` in the body, the answer also has the
 * people, as rows.
 */

import type { IRouter, Request, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { cellLine, cellPieces, listEndLine, listOriginLine, listPlanLine } from '../../domain/gene-list/list-answer.ts';
import type { ListCell } from '../../domain/gene-list/list-cell.ts';
import { parseGeneList } from '../../domain/gene-list/list-question.ts';
import type { BatchPlan, FederatedBatch } from '../../federation/federated-batch.ts';
import type { ListSlots } from '../limits/work-in-flight.ts';
import { openLines, readerSignal } from '../reply/reader.ts';
import { replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { prefersStream } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import type { RequestPipeline } from '../request/request-context.ts';
import { rightsCheck } from '../request/viewer.ts';
import { STREAM_TYPE } from './federated-route.ts';
import { mountPostRoute } from './post-route.ts';
import { requireJson } from './registry-route.ts';
import { countedRows } from './rows-of-list.ts';

type BatchRouteOptions = { federatedBatch: FederatedBatch; lists: ListSlots };

const BATCH_PATH = '/api/federated/genes/search-batch';
/** Enough for fifty genes at a partner that takes a second for each and answers two at a time, beside other questions. */
const LIMIT_MS = 120_000;

/** Mounts the route, whose answer is a stream of lines if the caller prefers that. */
export function mountBatchRoute(
  router: IRouter,
  { federatedBatch, lists }: BatchRouteOptions,
  pipeline: Pick<RequestPipeline, 'read' | 'viewerNow'>,
): void {
  mountPostRoute(router, BATCH_PATH, pipeline, async (req, res, posted) => {
    const isStreamed = prefersStream(req.headers.accept, STREAM_TYPE);
    if (!isStreamed) requireJson(req, res, false);
    addHeader(res, 'Cache-Control', posted.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    const { body, viewer } = await posted.readBody();
    const question = parseGeneList(body);
    using _ = await lists.enter(req.ip ?? '');
    const hasPeople = question.form !== undefined;
    const count = hasPeople ? countedRows(res) : undefined;
    // The number of lists under way is bounded already, and a stream holds few people at a time.
    if (!hasPeople || isStreamed) localsOf(res).memory?.refuseNothing();
    const plan = await federatedBatch(question, viewer, readerSignal(res), LIMIT_MS).catch(ofOrigins);
    // A list takes minutes; a viewer who loses rights meanwhile gets nothing more.
    const check = rightsCheck(pipeline, viewer);
    const exchange = { check, req, res };
    await (isStreamed ? replyWithLines(plan, exchange, hasPeople) : replyInOnePiece(plan, exchange, count));
  });
}

/** Adds to the error about a registry where the body names it. */
function ofOrigins(error: unknown): never {
  if (!(error instanceof RegistryError) || error.code !== 'unknown-origin') throw error;
  throw new RegistryError(error.code, error.details, [{ pointer: '#/origins', detail: error.message }]);
}

type Exchange = { check: () => Promise<void>; req: Request; res: Response };

/** @param count counts the people of a part; undefined if only their numbers are sent */
async function replyInOnePiece(
  { collect }: BatchPlan,
  { check, req, res }: Exchange,
  count: ((part: Part) => void) | undefined,
): Promise<void> {
  const people = new Map<ListCell, readonly FoundRecord[]>();
  const answer = await collect({
    async cell(cell, part) {
      await check();
      count?.(part);
      if (count !== undefined) people.set(cell, part.records);
    },
  });
  if (answer === undefined) return;
  const { cells, ...about } = answer;
  const texts = cells.map((cell) => [...cellPieces(cell, people.get(cell))].join(''));
  await replyWithBytes(req, res, [Buffer.from(`${JSON.stringify(about).slice(0, -1)},"cells":[${texts.join()}]}`)]);
}

async function replyWithLines(
  { queried, collect, ...list }: BatchPlan,
  { check, req, res }: Exchange,
  hasPeople: boolean,
): Promise<void> {
  const lines = openLines(req, res, STREAM_TYPE);
  if (lines === undefined) return;
  await lines.write([listPlanLine(list, queried)]);
  const answer = await collect({
    async cell(cell, { records }) {
      await check();
      await lines.write(cellLine(cell, hasPeople ? records : undefined));
    },
    async origin(origin) {
      if (hasPeople) await lines.write([listOriginLine(origin)]);
    },
  });
  if (answer === undefined) return;
  const { complete, summary, origins } = answer;
  lines.end(listEndLine({ complete, summary, origins }));
}
