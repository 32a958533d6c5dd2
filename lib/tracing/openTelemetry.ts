import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  defaultTextMapSetter,
  trace,
} from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger';
import type { Tracer, TracingOptions } from './tracing';

/** A receiver that does not answer is given up after this time, and its spans are lost. */
const exportLimitMs = 5000;
/** A stopping process waits so long for the receiver, at most. */
const stopLimitMs = 2000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const propagator = new W3CTraceContextPropagator();

/** The context of the work that a `traceparent` names; of none, if it is malformed. */
function contextOf(traceparent: string): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

/**
 * Sends spans to an OTLP receiver over HTTP, in batches and apart from all other work. What the receiver does not take is
 * lost. The packages read further variables, such as `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export function openTracer({ endpoint, service, logger }: TracingOptions & { endpoint: string }): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportLimitMs });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(tellingLosses(exporter, logger))],
  });
  const spans = provider.getTracer('content-delivery');
  const here = new AsyncLocalStorage<Context>();
  const contextHere = (): Context => here.getStore() ?? ROOT_CONTEXT;
  return {
    open: ({ name, kind, parent, attributes = {} }) => {
      const above = parent === undefined ? contextHere() : parent === null ? ROOT_CONTEXT : contextOf(parent);
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, above);
      const within = trace.setSpan(above, span);
      return {
        set: (more) => void span.setAttributes(more),
        rename: (better) => void span.updateName(better),
        end: (errorType) => {
          if (errorType !== undefined) {
            span.setAttribute('error.type', errorType);
            // Without words: those of an error may hold an address or an answer.
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
        run: (work) => here.run(within, work),
      };
    },
    traceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagator.inject(contextHere(), carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },
    stop: async () => {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, delay(stopLimitMs, undefined, { ref: false })]);
    },
  };
}

/** The same exporter. A line of the log tells of each batch that is lost. */
function tellingLosses(exporter: SpanExporter, logger: Logger): SpanExporter {
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.code === ExportResultCode.FAILED)
          logger.warn(
            { spans: batch.length, reason: result.error?.message },
            'traces could not be sent; they are lost',
          );
        done(result);
      }),
    shutdown: async () => exporter.shutdown(),
  };
}
