/** The trace that a caller says a request belongs to, in the header `traceparent` of W3C Trace Context. */

import { type Context, isSpanContextValid, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';

const TRACE_PARENT =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
const NO_VERSION = 'ff';
/** The one version there is; later ones may say more. */
const FIRST_VERSION = '00';

/** What a request goes on with; a trace of its own where the header is not there, or is none. */
export function parentOf(header: string | string[] | undefined): Context {
  const said = typeof header === 'string' ? TRACE_PARENT.exec(header)?.groups : undefined;
  const { version, traceId = '', spanId = '', flags = '', more } = said ?? {};
  if (version === NO_VERSION || (version === FIRST_VERSION && more !== undefined)) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}
