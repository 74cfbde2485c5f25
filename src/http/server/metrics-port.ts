/** Opens the port for operators early in the start. */

import type { RequestListener } from 'node:http';
import { gracefulClose } from './close-server.ts';
import { holdRequests } from './held-requests.ts';
import { listen, urlOf } from './listener.ts';
import { METRICS_PATH, metricsServer } from './metrics-server.ts';

type MetricsPlace = { metricsHost: string; metricsPort: number | undefined };

type MetricsPort = {
  url: string;
  /** Passes the held requests, and all later ones, to the answers. */
  open(answers: RequestListener): void;
};

const DRAIN_MS = 500;

/**
 * Opens the port for operators, if one is configured; requests wait until there are metrics.
 *
 * @throws CannotStart if the port is not available
 */
export async function openMetricsPort(
  { metricsHost: host, metricsPort: port }: MetricsPlace,
  resources: AsyncDisposableStack,
): Promise<MetricsPort | undefined> {
  if (port === undefined) return undefined;
  const server = metricsServer();
  const close = gracefulClose(server, DRAIN_MS);
  const { open } = holdRequests(server);
  await listen(server, { host, port, key: 'server.metrics-port' });
  resources.defer(close);
  return { url: `${urlOf(server, host)}${METRICS_PATH}`, open };
}
