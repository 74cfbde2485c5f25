/** The routes of a running registry, read from the application, so that none is missing. */

import type { TestRegistry } from '../registry/start-registry.ts';

export type MountedRoute = { path: string | readonly string[]; methods: Readonly<Record<string, boolean>> };
type Layer = { route?: MountedRoute; handle: { stack?: readonly Layer[] } };

/** Those of pages are mounted by the first question for one. */
export async function mountedRoutes({ context, get }: Pick<TestRegistry, 'context' | 'get'>): Promise<MountedRoute[]> {
  await get('/').then((reply) => reply.arrayBuffer());
  const { router } = context.app as unknown as { router: { stack: readonly Layer[] } };
  return routesOf(router.stack);
}

/** As a document describes them, such as `/search/user/{userId}`. */
export async function mountedPaths(registry: Pick<TestRegistry, 'context' | 'get'>): Promise<string[]> {
  const paths = (await mountedRoutes(registry)).flatMap(({ path }) => path);
  return paths.map((path) => path.replace(/:(\w+)/g, '{$1}'));
}

function routesOf(layers: readonly Layer[]): MountedRoute[] {
  return layers.flatMap(({ route, handle }) => (route ? [route] : routesOf(handle.stack ?? [])));
}
