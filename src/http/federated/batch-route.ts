/**
 * `POST /api/federated/genes/search-batch`: a list of genes, which stands in the body alone. It may point to a patient,
 * so it is in no address, no log and no number of ours.
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
import { readJsonBody } from '../request/json-body.ts';
import { prefersStream } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { STREAM_TYPE } from './federated-route.ts';
import { mountPostRoute } from './post-route.ts';

type BatchRouteOptions = { federatedBatch: FederatedBatch; lists: ListPlaces };

const BATCH_PATH = '/api/federated/genes/search-batch';
/** Fifty genes at a partner that takes a second for each, two at a time, with room for others. */
const LIMIT_MS = 120_000;

export function mountBatchRoute(
  router: IRouter,
  { federatedBatch, lists }: BatchRouteOptions,
  pipeline: Pick<RequestPipeline, 'read'>,
): void {
  mountPostRoute(router, BATCH_PATH, pipeline, async (req, res, context) => {
    const isStreamed = prefersStream(req.headers.accept, STREAM_TYPE);
    if (!isStreamed) requireJson(req, res, false);
    addHeader(res, 'Cache-Control', context.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    const question = parseGeneList(await readJsonBody(req, res));
    using _ = lists.enter(req.ip ?? '');
    // As many as may be under way are bounded already.
    localsOf(res).memory?.refuseNothing();
    const plan = await federatedBatch(question, context.viewer, readerSignal(res), LIMIT_MS);
    await (isStreamed ? replyWithLines(plan, req, res) : replyInOnePiece(plan, req, res));
  });
}

async function replyInOnePiece({ collect }: BatchPlan, req: Request, res: Response): Promise<void> {
  const answer = await collect();
  if (answer !== undefined) await replyWithBytes(req, res, [Buffer.from(JSON.stringify(answer))]);
}

async function replyWithLines({ queried, collect, ...list }: BatchPlan, req: Request, res: Response): Promise<void> {
  const lines = openLines(req, res, STREAM_TYPE);
  if (lines === undefined) return;
  await lines.write([listPlanLine(list, queried)]);
  const answer = await collect((cell) => lines.write([cellLine(cell)]));
  if (answer === undefined) return;
  const { complete, summary, origins } = answer;
  lines.end(listEndLine({ complete, summary, origins }));
}
