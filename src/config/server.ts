/** Checks the keys of `server` together: two different ports, a certificate with its key, and no more workers than partners allow. */

export type ServerConfig = {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  /** The certificate and its key are set together, or neither: then the server speaks plain HTTP. */
  readonly tlsCertificateFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
  readonly tlsOnlySeconds: number | undefined;
  /** The port for metrics; without it there are none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** How many worker processes serve the port; `auto`: one for each processor. */
  readonly workers: number | 'auto';
};

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function serverProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  return [...portProblem(values), ...tlsProblem(values)];
}

function portProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const port = values.get('server.metrics-port');
  if (port === 0 || port !== values.get('server.port')) return [];
  return [`server.metrics-port is the number ${port}, but must be another port than server.port.`];
}

function tlsProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const keys = ['server.tls-certificate-file', 'server.tls-key-file'];
  const given = keys.find((key) => values.has(key));
  const missing = keys.find((key) => !values.has(key));
  if (given === undefined || missing === undefined) return [];
  return [`${given} is set, but must be set together with ${missing} or not at all.`];
}

/** Refuses more workers than a partner allows calls at once, as each worker needs at least one. */
export function workerProblems(
  { workers }: ServerConfig,
  partners: readonly { key: string; maxConcurrency: number }[],
): readonly string[] {
  if (workers === 'auto') return [];
  return partners
    .filter(({ maxConcurrency }) => maxConcurrency < workers)
    .map(
      ({ key, maxConcurrency }) =>
        `server.workers is the number ${workers}, but must be at most ${maxConcurrency}, as many as may ask the partner ${key} at a time.`,
    );
}

/** Returns the number of workers for so many processors. */
export function workerCount(
  { workers }: ServerConfig,
  partners: readonly { maxConcurrency: number }[],
  processors: number,
): number {
  if (workers !== 'auto') return workers;
  return Math.min(processors, ...partners.map(({ maxConcurrency }) => maxConcurrency));
}

const SECONDS_PER_YEAR = 31_536_000;

/**
 * Returns how long browsers have to use HTTPS only; undefined to say nothing about it. A server with a certificate has a
 * default; behind a web server that speaks HTTPS, the operator sets it.
 */
export function tlsOnlySeconds({ tlsOnlySeconds: configured, tlsCertificateFile }: ServerConfig): number | undefined {
  return configured ?? (tlsCertificateFile === undefined ? undefined : SECONDS_PER_YEAR);
}
