/** Lists the integrations for programs of the field. To remove an integration, delete its entry and its file or folder; nothing else changes. */

import type { IRouter, RequestHandler } from 'express';
import { once } from '../domain/memoize.ts';
import type { Integration, IntegrationOptions, IntegrationStreams } from './integration.ts';

const INTEGRATIONS: readonly Integration[] = [
  { paths: ['/service-info', '/.well-known/api-catalog'], load: () => import('./catalog.ts') },
  { paths: ['/SearchScientistByGene'], isOpen: (all) => all.marrvel.enabled, load: () => import('./marrvel.ts') },
  { paths: ['/mcp'], isOpen: (all) => all.mcp.enabled, command: 'mcp', load: () => import('./mcp/integration.ts') },
  { paths: ['/mme'], isOpen: (all) => all.mme.tokens.length > 0, load: () => import('./mme/integration.ts') },
];

/** Mounts the open integrations. Each is loaded by its first request, so that unused integrations cost nothing. */
export function mountIntegrations(routes: IRouter, given: IntegrationOptions): void {
  for (const integration of INTEGRATIONS.filter(({ isOpen }) => isOpen?.(given.settings) !== false))
    routes.use(atFirstUse(integration, given));
}

/** Answers on the streams of a command, whether or not its integration is open on the web. */
export async function answerOnStreams(
  command: string,
  given: IntegrationOptions,
  streams: IntegrationStreams,
): Promise<void> {
  const integration = INTEGRATIONS.find((one) => one.command === command);
  const { answerOnStreams: answer } = (await integration?.load()) ?? {};
  if (answer === undefined) throw new Error(`No integration answers to the command ${command}.`);
  await answer(given, streams);
}

function atFirstUse({ paths, load }: Integration, given: IntegrationOptions): RequestHandler {
  const opened = once(async () => (await load()).openIntegration(given));
  return async (req, res, next) => {
    if (!paths.some((path) => req.path === path || req.path.startsWith(`${path}/`))) return next();
    const answer = await opened();
    await answer(req, res, next);
  };
}
