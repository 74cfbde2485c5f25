/** A route that takes a JSON body by POST, and refuses other methods with a reason. */

import type { IRouter, Request, Response } from 'express';
import { refuseOthers } from '../../domain/query/parameters.ts';
import { addDeprecation } from '../reply/deprecation.ts';
import { answering } from '../reply/error-reply.ts';
import { methodRefused } from '../reply/methods.ts';
import { replyWithMethods } from '../reply/replies.ts';
import { keepContext } from '../request/reply-locals.ts';
import { readPosted } from '../request/request-body.ts';
import type { RequestContext, RequestPipeline } from '../request/request-context.ts';

type Posted = RequestContext & {
  /** Reads the body, and the viewer after it has arrived. */
  readBody(): ReturnType<typeof readPosted>;
};
type Answer = (req: Request, res: Response, posted: Posted) => Promise<void>;

const ALLOWED = 'POST, OPTIONS';

/** Mounts `answer` at the path, only for POST and without parameters other than `auth`; other requests are refused. */
export function mountPostRoute(
  router: IRouter,
  path: string,
  pipeline: Pick<RequestPipeline, 'read' | 'viewerNow'>,
  answer: Answer,
): void {
  const handle = async (req: Request, res: Response): Promise<void> => {
    const context = await pipeline.read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') return replyWithMethods(res, ALLOWED);
    if (req.method !== 'POST') throw methodRefused(req.method, ALLOWED);
    addDeprecation(res, context);
    refuseOthers(context.params, ['auth']);
    const { viewer } = context;
    await answer(req, res, { ...context, readBody: () => readPosted(req, res, { viewer, ...pipeline }) });
  };
  router.route(path).all(answering(handle));
}
