import protobuf from 'protobufjs';
import { attributesAllowed } from '../../../lib/tracing/attributes';
import { startServer } from './server';
import { use } from '../use';

/** The part of OTLP that has traces (https://github.com/open-telemetry/opentelemetry-proto, trace/v1/trace.proto). */
const schema = `syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Scope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; Kind kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  repeated Event events = 11; repeated Link links = 13; Status status = 15; fixed32 flags = 16;
}
enum Kind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4; }
message Status { string message = 2; Code code = 3; }
enum Code { UNSET = 0; OK = 1; ERROR = 2; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`;
const Request = protobuf.parse(schema).root.lookupType('Request');

interface KeyValue {
  key: string;
  value: Record<string, string | number | boolean>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { scope: { name: string; attributes?: KeyValue[] }; spans: SentSpan[] }[];
  }[];
}

interface SentSpan {
  traceId: string;
  spanId: string;
  traceState?: string;
  parentSpanId?: string;
  name: string;
  kind: string;
  attributes?: KeyValue[];
  events?: unknown[];
  links?: unknown[];
  status?: { message?: string; code?: string };
}

/** A span as its receiver has it. Ids are in hexadecimal. */
export interface SeenSpan extends SentSpan {
  service: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  values: Record<string, string | number | boolean>;
}

export interface OtlpReceiver {
  url: string;
  /** The spans that have come so far. */
  spans: () => SeenSpan[];
  /** The bodies as they came. */
  text: () => string;
  /** Requests so far, whatever became of them. */
  asked: () => number;
  stop: () => Promise<void>;
}

/** Settings of a process that sends its spans there, soon. */
export const tracesTo = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' });

/** A receiver of traces over HTTP. @param isDeaf it takes requests and answers none */
export async function startOtlpReceiver({ isDeaf = false } = {}): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  let asked = 0;
  const { url, stop } = await startServer((request, response) => {
    asked += 1;
    if (isDeaf) return;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const isRight = request.method === 'POST' && request.url === '/v1/traces';
      if (isRight) bodies.push(Buffer.concat(pieces));
      response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  return {
    url,
    spans: () => bodies.flatMap(spansIn),
    text: () => Buffer.concat(bodies).toString('latin1'),
    asked: () => asked,
    stop,
  };
}

/** A receiver for the tests around the call. */
export function useOtlpReceiver(...options: Parameters<typeof startOtlpReceiver>): OtlpReceiver {
  return use(async () => startOtlpReceiver(...options));
}

function spansIn(body: Buffer): SeenSpan[] {
  const { resourceSpans } = Request.toObject(Request.decode(body), {
    bytes: String,
    enums: String,
    longs: Number,
  }) as Sent;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        traceId: hexadecimal(span.traceId),
        spanId: hexadecimal(span.spanId),
        parentSpanId: hexadecimal(span.parentSpanId ?? ''),
        service: String(valuesOf(resource.attributes)['service.name']),
        values: valuesOf(span.attributes),
      })),
    ),
  );
}

const hexadecimal = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
const valuesOf = (attributes: KeyValue[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));

/** What a span has and may not have: attributes that are not in the table, addresses, words of errors, events, links and states. */
export function strayIn(spans: readonly SeenSpan[]): string[] {
  const names = Object.keys(attributesAllowed);
  return spans.flatMap(({ name, values, events = [], links = [], status = {}, traceState = '' }) => [
    ...Object.keys(values)
      .filter((key) => !names.includes(key))
      .map((key) => `${name} has ${key}`),
    ...[name, ...Object.values(values)]
      .filter((text) => /:\/\/|[?&]\w+=/.test(String(text)))
      .map((text) => `${name} has ${text}`),
    ...(events.length + links.length > 0 || status.message || traceState ? [`${name} has more than attributes`] : []),
  ]);
}
