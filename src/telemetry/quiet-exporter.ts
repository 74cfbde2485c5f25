/** A way to the collector of traces whose failures disturb nobody: what cannot be sent is dropped, and told once. */

import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Called with why traces are not taken, or undefined when they are again; once for each change. */
export type TellTraces = (trouble: string | undefined) => void;

const SENT = 0;

export function toldExporter(inner: SpanExporter, tell: TellTraces): SpanExporter {
  let isTaken = true;
  function hear(trouble: string | undefined): void {
    if (isTaken === (trouble === undefined)) return;
    isTaken = trouble === undefined;
    tell(trouble);
  }
  return {
    export(spans: ReadableSpan[], done) {
      inner.export(spans, ({ code, error }) => {
        hear(code === SENT ? undefined : troubleOf(error));
        done({ code: SENT });
      });
    },
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

/** In words that hold nothing of what the collector says, nor of its address. */
function troubleOf(error: (Error & { code?: unknown }) | undefined): string {
  const code = error?.code;
  if (typeof code === 'number') return `it answers ${code}`;
  return typeof code === 'string' ? `it cannot be reached (${code})` : 'it does not take them in time';
}
