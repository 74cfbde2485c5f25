/** Reads the trace to which a request belongs from the header `traceparent` of W3C Trace Context. */

import { type Context, isSpanContextValid, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';

const TRACE_PARENT =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
const NO_VERSION = 'ff';
/** The only published version; later versions may have more members. */
const FIRST_VERSION = '00';

/** Returns the trace that the request continues; a new one where the header is missing or invalid. */
export function parentOf(header: string | string[] | undefined): Context {
  const said = typeof header === 'string' ? TRACE_PARENT.exec(header)?.groups : undefined;
  const { version, traceId = '', spanId = '', flags = '', more } = said ?? {};
  if (version === NO_VERSION || (version === FIRST_VERSION && more !== undefined)) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}
