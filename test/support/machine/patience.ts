/**
 * How long a test waits for what comes soon, also on a machine that is busy with other tests. It ends what hangs and
 * measures nothing: what has to come within a time is measured, and the measured time is compared.
 */
export const PATIENCE_MS = 60_000;

/** For `vi.waitFor` and `vi.waitUntil`, whose own patience is one second. `expect.poll` has it by the configuration. */
export const PATIENT = { timeout: PATIENCE_MS };
