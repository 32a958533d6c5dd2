import type { ByteReader, LineBudget } from './ByteReader';
import { OutboundError } from './OutboundError';

/** By lower-case names; a field that came more than once has all its values, in their order. Latin-1, as on the wire. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** All lines before the body, including lines of interim answers. */
const headBytesMax = 64 * 1024;

/** RFC 9112 §4. Later minor versions are 1.1 (§2.3), a reason may be absent, no status is above 599 (RFC 9110 §15). */
const statusLine = /^HTTP\/1\.\d[ \t]+([1-5]\d\d)(?:[ \t].*)?$/s;
/** RFC 9112 §5. White space before the colon is dropped (§5.1). */
const fieldLine = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+)[ \t]*:(.*)$/s;
/** RFC 9112 §5.2 and RFC 9110 §5.5: read as a space each. */
const unsafeInValues = /[\r\n\0]/g;

/**
 * Reads an answer up to its body. Interim answers are passed over, whether they were asked for or not (RFC 9110 §15.2).
 * @param onStatus hears the final status as soon as its line has come
 * @throws OutboundError `protocol_error` for anything but HTTP/1, and above 64 KiB
 */
export async function readHead(reader: ByteReader, onStatus?: (status: number) => void): Promise<AnswerHead> {
  const budget = { bytesLeft: headBytesMax };
  for (;;) {
    const status = await readStatus(reader, budget);
    const isFinal = status >= 200;
    if (isFinal) onStatus?.(status);
    const headers = await readFields(reader, budget);
    if (isFinal) return { status, headers };
  }
}

/** The values of a field, in their order. */
export function valuesOf(headers: AnswerHeaders, name: string): readonly string[] {
  return [headers[name] ?? []].flat();
}

async function readStatus(reader: ByteReader, budget: LineBudget): Promise<number> {
  let line = await reader.line(budget);
  while (line === '') line = await reader.line(budget);
  const status = statusLine.exec(line)?.[1];
  if (status === undefined) throw new OutboundError('protocol_error');
  return Number(status);
}

async function readFields(reader: ByteReader, budget: LineBudget): Promise<AnswerHeaders> {
  const lines: string[] = [];
  for (let line = await reader.line(budget); line !== ''; line = await reader.line(budget)) {
    const before = /^[ \t]/.test(line) ? lines.pop() : '';
    if (before === undefined) throw new OutboundError('protocol_error');
    lines.push(before + line);
  }
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value = ''] = fieldLine.exec(line) ?? [];
    if (name === undefined) throw new OutboundError('protocol_error');
    const values = fields.get(name.toLowerCase()) ?? [];
    values.push(value.replaceAll(unsafeInValues, ' ').replace(/^[ \t]+|[ \t]+$/g, ''));
    fields.set(name.toLowerCase(), values);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
