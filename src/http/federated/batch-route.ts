/**
 * `POST /api/federated/genes/search-batch`: searches for a list of genes, which is only in the body. The list may point
 * to a patient, so it must not appear in addresses, logs or metrics.
 */

import type { IRouter, Request, Response } from 'express';
import { cellLine, listEndLine, listPlanLine } from '../../domain/gene-list/list-answer.ts';
import { parseGeneList } from '../../domain/gene-list/list-question.ts';
import type { BatchPlan, FederatedBatch } from '../../federation/use-cases/federated-batch.ts';
import type { ListPlaces } from '../limits/list-places.ts';
import { requireJson } from '../registry/registry-route.ts';
import { openLines } from '../reply/lines.ts';
import { readerSignal } from '../reply/reader.ts';
import { replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { prefersStream } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import type { RequestPipeline } from '../request/request-context.ts';
import { rightsCheck } from '../request/viewer.ts';
import { STREAM_TYPE } from './federated-route.ts';
import { mountPostRoute } from './post-route.ts';

type BatchRouteOptions = { federatedBatch: FederatedBatch; lists: ListPlaces };

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
    // The number of lists under way is bounded already.
    localsOf(res).memory?.refuseNothing();
    const plan = await federatedBatch(question, viewer, readerSignal(res), LIMIT_MS);
    // A list takes minutes; a viewer who loses rights meanwhile gets nothing more.
    const check = rightsCheck(pipeline, viewer);
    await (isStreamed ? replyWithLines(plan, check, req, res) : replyInOnePiece(plan, check, req, res));
  });
}

type CheckRights = () => Promise<void>;

async function replyInOnePiece({ collect }: BatchPlan, check: CheckRights, req: Request, res: Response): Promise<void> {
  const answer = await collect(check);
  if (answer !== undefined) await replyWithBytes(req, res, [Buffer.from(JSON.stringify(answer))]);
}

async function replyWithLines(
  { queried, collect, ...list }: BatchPlan,
  check: CheckRights,
  req: Request,
  res: Response,
): Promise<void> {
  const lines = openLines(req, res, STREAM_TYPE);
  if (lines === undefined) return;
  await lines.write([listPlanLine(list, queried)]);
  const answer = await collect(async (cell) => {
    await check();
    await lines.write([cellLine(cell)]);
  });
  if (answer === undefined) return;
  const { complete, summary, origins } = answer;
  lines.end(listEndLine({ complete, summary, origins }));
}
