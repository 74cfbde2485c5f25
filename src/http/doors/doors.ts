/** Lists the doors for programs of the field. To remove a door, delete its entry and its file or folder; nothing else changes. */

import type { IRouter, RequestHandler } from 'express';
import { openedOnce } from '../../lib/opened-once.ts';
import type { Door, DoorGiven, DoorStreams } from './door.ts';

const DOORS: readonly Door[] = [
  { paths: ['/service-info', '/.well-known/api-catalog'], load: () => import('./catalog.ts') },
  { paths: ['/SearchScientistByGene'], isOpen: (all) => all.marrvel.enabled, load: () => import('./marrvel.ts') },
  { paths: ['/mcp'], isOpen: (all) => all.mcp.enabled, command: 'mcp', load: () => import('./mcp/door.ts') },
  { paths: ['/mme'], isOpen: (all) => all.mme.tokens.length > 0, load: () => import('./mme/door.ts') },
];

/** Mounts the open doors. Each is loaded by its first request, so that unused doors cost nothing. */
export function mountDoors(routes: IRouter, given: DoorGiven): void {
  for (const door of DOORS.filter(({ isOpen }) => isOpen?.(given.settings) !== false))
    routes.use(atFirstUse(door, given));
}

/** Answers on the streams of a command, whether or not its door is open on the web. */
export async function answerOnStreams(command: string, given: DoorGiven, streams: DoorStreams): Promise<void> {
  const door = DOORS.find((one) => one.command === command);
  const { answerOnStreams: answer } = (await door?.load()) ?? {};
  if (answer === undefined) throw new Error(`No door answers to the command ${command}.`);
  await answer(given, streams);
}

function atFirstUse({ paths, load }: Door, given: DoorGiven): RequestHandler {
  const opened = openedOnce(async () => (await load()).openDoor(given));
  return async (req, res, next) => {
    if (!paths.some((path) => req.path === path || req.path.startsWith(`${path}/`))) return next();
    const answer = await opened();
    await answer(req, res, next);
  };
}
