/** What pages show is what the federated routes answer: asked here in the same process, for the public. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import type { Source } from '../../domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { FanOut } from '../../federation/fan-out.ts';
import { bodyOf, type FederatedRoute, type PlainRoute, type Segments } from '../federated/federated-route.ts';
import { checkFeatures, type FeatureFlags } from '../request/features.ts';

/**
 * Asks a federated route for its plain answer.
 *
 * @param path as Express writes it, behind `/api/federated`; what stands in its named places comes apart
 * @throws RegistryError as the route does, and for what is switched off
 */
export type Answers = (
  path: string,
  params: URLSearchParams,
  segments: Segments,
  signal: AbortSignal,
) => Promise<unknown>;

type PageAnswersOptions = {
  routes: readonly (FederatedRoute | PlainRoute)[];
  fanOut: FanOut;
  /** Every origin in its order. */
  sources: readonly Pick<Source, 'key'>[];
  features: FeatureFlags;
};

export function pageAnswers({ routes, fanOut, sources, features }: PageAnswersOptions): Answers {
  return async (path, params, segments, signal) => {
    const route = routes.find((one) => one.path === path);
    if (route === undefined) throw new Error(`There is no federated route ${path}.`);
    checkFeatures(`/api/federated${path}`, features);
    const context = { path: `/api/federated${path}`, params, viewer: PUBLIC_VIEWER };
    if ('answer' in route) return JSON.parse(await route.answer(context, segments, signal));
    const plan = await route.plan(context, segments, false);
    const parts: Part[] = [...plan.others];
    for await (const part of fanOut(plan.queries, context.viewer, signal)) parts.push(part);
    return JSON.parse(bodyOf(plan, parts, sources).toString());
  };
}
