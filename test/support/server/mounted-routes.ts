/** The routes of a running registry, read from the application, so that none is missing. */

import type { TestRegistry } from '../registry/start-registry.ts';

export type MountedRoute = { path: string | readonly string[]; methods: Readonly<Record<string, boolean>> };
type Route = Omit<MountedRoute, 'path'> & { path: MountedRoute['path'] | RegExp; stack: readonly Layer[] };
type Layer = { route?: Route; handle: { stack?: readonly Layer[] } };

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

/** With those of routers within, whether `use` leads to them or a route. */
function routesOf(layers: readonly Layer[]): MountedRoute[] {
  return layers.flatMap(({ route, handle }) => (route ? routesBehind(route) : routesOf(handle.stack ?? [])));
}

function routesBehind({ path, methods, stack }: Route): MountedRoute[] {
  const within = routesOf(stack);
  if (within.length > 0) return within;
  if (path instanceof RegExp) throw new Error(`Nobody sees which routes stand behind ${path}.`);
  return [{ path, methods }];
}
