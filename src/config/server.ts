/** What the keys of `server` may be together: two ports that differ, a certificate with its key, and no more processes than partners allow. */

export type ServerConfig = {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  /** Set together, or not at all: then it speaks http. */
  readonly tlsCertificateFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
  readonly tlsOnlySeconds: number | undefined;
  /** Unset: nothing is counted, and no second port is opened. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Processes that serve the port together; `auto`: one for each processor. */
  readonly workers: number | 'auto';
};

/** A sentence for every key that cannot be as it is beside the others. `values` are those of single keys, by name. */
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

/** Each process needs a place of its own at every partner, or they would ask it more often at once than they may. */
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

/** How many processes serve, with so many processors. */
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
 * How long browsers are to ask by https alone; undefined where nothing is said of it. Where only https is spoken it goes
 * without saying; where a web server in front speaks it, the operator says so.
 */
export function tlsOnlySeconds({ tlsOnlySeconds: configured, tlsCertificateFile }: ServerConfig): number | undefined {
  return configured ?? (tlsCertificateFile === undefined ? undefined : SECONDS_PER_YEAR);
}
