/**
 * Traces: a span for every request, and below it one for every registry that was asked (docs/run.md#traces). This file
 * loads OpenTelemetry, so it is loaded only if traces are sent. Spans are made by hand. Instrumentation packages put
 * whole addresses with search terms and tokens into spans. They also send `traceparent` to partners, who could then
 * link questions. A span holds words of closed lists only, as log and metrics do.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { LOCAL_ORIGIN, type OriginState } from '../domain/federation/origin.ts';
import type { Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import type { NetworkObserver } from '../federation/observed-network.ts';
import { METHODS } from './network-metrics.ts';

export type Tracing = AsyncDisposable & {
  /**
   * Returns the application with a span for every request.
   *
   * @param routeOf the pattern of the route that answered, never the address
   */
  watchRequests(app: RequestListener, routeOf: (req: IncomingMessage) => string): RequestListener;
  /** Makes a span for every registry that is asked within a request. */
  observer: NetworkObserver;
};

type TracingOptions = {
  /** The address to which traces are sent by OTLP over HTTP. */
  url: string;
  /** How many of a hundred requests are traced, also of requests that the caller traces. */
  percent: number;
  /** The version of the program. */
  version: string;
  /** The short name of this registry. */
  registry: string;
  report: ReportTraces;
};

const SERVICE = 'isearch-proxy';
/** Shorter than the timeout of the span processor, so that a failure names the collector as its cause. */
const SEND_MS = 5_000;
const SENDING_MS = 10_000;
const SEND_EVERY_MS = 1_000;
/** A stop waits this long for spans that are not sent yet. */
const FLUSH_MS = 1_000;
const FIRST_FAULT = 500;
/** States of a registry that should have answered and did not. */
const FAILED: ReadonlySet<OriginState> = new Set(['timed-out', 'unreachable', 'failed', 'refused']);

export function openTracing({ url, percent, version, registry, report }: TracingOptions): Tracing {
  const share = new TraceIdRatioBasedSampler(percent / 100);
  const exporter = reportingExporter(new OTLPTraceExporter({ url, timeoutMillis: SEND_MS }), report);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': SERVICE,
      'service.version': version,
      'service.namespace': registry,
    }),
    // A caller can exclude a request. For all others the number of the trace decides, which gives the same result everywhere.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SENDING_MS }),
    ],
  });
  const tracer = provider.getTracer(SERVICE, version);
  /** The span of the current request. */
  const requests = new AsyncLocalStorage<Context>();

  function beginQuestion(source: Source, question: Question): Span | undefined {
    const request = requests.getStore();
    if (request === undefined) return undefined;
    const isLocal = source.key === LOCAL_ORIGIN;
    return tracer.startSpan(
      `${question.kind} ${source.key}`,
      {
        kind: isLocal ? SpanKind.INTERNAL : SpanKind.CLIENT,
        attributes: { 'isearch.origin': source.key, 'isearch.question': question.kind },
      },
      request,
    );
  }

  return {
    watchRequests: (app, routeOf) => (req, res) => {
      const method = METHODS.has(req.method ?? '') ? String(req.method) : 'other';
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parentOf(req.headers.traceparent));
      if (!span.isRecording()) return app(req, res);
      const context = trace.setSpan(ROOT_CONTEXT, span);
      res.once('close', () => {
        const route = routeOf(req);
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
          ...(res.writableFinished ? {} : { 'isearch.left': true }),
        });
        if (res.statusCode >= FIRST_FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return requests.run(context, app, req, res);
    },
    observer: {
      registry(source, question) {
        const span = beginQuestion(source, question);
        if (span === undefined) return undefined;
        let answer: SourceAnswer | undefined;
        return {
          answer(answered) {
            answer = answered;
          },
          end: (how) => endQuestion(span, how === 'ended' ? answer : undefined),
        };
      },
    },
    async [Symbol.asyncDispose]() {
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, FLUSH_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), waited]);
      clearTimeout(limit);
    },
  };
}

/** @param answer undefined if the caller has left before it came */
function endQuestion(span: Span, answer: SourceAnswer | undefined): void {
  if (answer === undefined) {
    span.setAttribute('isearch.state', 'given-up').end();
    return;
  }
  const { state, cache, problem } = answer;
  span.setAttributes({
    'isearch.state': state,
    ...(cache === null ? {} : { 'isearch.cache': cache.status }),
    ...(problem?.error === undefined ? {} : { 'error.type': problem.error }),
    ...(problem?.status === undefined ? {} : { 'http.response.status_code': problem.status }),
  });
  if (FAILED.has(state)) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Called with the reason when the collector accepts no traces, and with undefined when it does again; once for each change. */
type ReportTraces = (trouble: string | undefined) => void;

const SENT = 0;

function reportingExporter(inner: SpanExporter, report: ReportTraces): SpanExporter {
  let isTaken = true;
  function note(trouble: string | undefined): void {
    if (isTaken === (trouble === undefined)) return;
    isTaken = trouble === undefined;
    report(trouble);
  }
  return {
    export(spans: ReadableSpan[], done) {
      inner.export(spans, ({ code, error }) => {
        note(code === SENT ? undefined : troubleOf(error));
        done({ code: SENT });
      });
    },
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

/** Describes the error without the words or the address of the collector. */
function troubleOf(error: (Error & { code?: unknown }) | undefined): string {
  const code = error?.code;
  if (typeof code === 'number') return `it answers ${code}`;
  return typeof code === 'string' ? `it cannot be reached (${code})` : 'it does not accept them in time';
}

const TRACE_PARENT =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
const NO_VERSION = 'ff';
/** The only published version; later versions may have more members. */
const FIRST_VERSION = '00';

/** Returns the trace that the request continues, by its header `traceparent` (W3C Trace Context); a new one where the header is missing or invalid. */
function parentOf(header: string | string[] | undefined): Context {
  const said = typeof header === 'string' ? TRACE_PARENT.exec(header)?.groups : undefined;
  const { version, traceId = '', spanId = '', flags = '', more } = said ?? {};
  if (version === NO_VERSION || (version === FIRST_VERSION && more !== undefined)) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}
