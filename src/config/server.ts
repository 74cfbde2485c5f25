/** What the keys of `server` may be together: the port for operators is never the one for everybody. */

export type ServerConfig = {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  /** Unset: nothing is counted, and no second port is opened. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
};

/** A sentence for every key that cannot be as it is beside the others. `values` are those of single keys, by name. */
export function serverProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  const port = values.get('server.metrics-port');
  if (port === 0 || port !== values.get('server.port')) return [];
  return [`server.metrics-port is the number ${port}, but must be another port than server.port.`];
}
