import type { JsonSchema } from './jsonSchema';

/** All texts of one answer together have so many bytes at most (contract.md §9): a model reads them all. */
export const answerBytesMax = 8192;
/** A longer call is named without its arguments in the text; the structured content has them. */
const callBytesMax = 2048;

/** A call of a tool: the natural next step after an answer. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An answer before it is put into words. */
interface Answered {
  readonly body: Readonly<Record<string, unknown>>;
  readonly next: NextCall | null;
  /** The call for the next page of a list. */
  readonly more: NextCall | null;
  readonly words: string;
}

/** The structured content of an answer: its ids, then the next step, then all else. */
export function structuredOf({ body, next }: Pick<Answered, 'body' | 'next'>): Record<string, unknown> {
  const fields = Object.entries(body);
  const ids = fields.filter(([name]) => isId(name));
  return { ...Object.fromEntries(ids), next, ...Object.fromEntries(fields.filter(([name]) => !isId(name))) };
}

/** The words of an answer: its ids, the next step, the next page, and the outcome, cut to `answerBytesMax`. */
export function textOf({ body, next, more, words }: Answered): string {
  const ids = Object.entries(body).filter(([name, value]) => isId(name) && typeof value === 'string');
  const head = [
    ...(ids.length === 0 ? [] : [ids.map(([name, value]) => `${name}: ${String(value)}`).join(', ')]),
    ...callLine('next', next),
    ...callLine('more', more),
  ];
  return withinLimit([...head, ...words.split('\n')]);
}

/** A line that names a call, in the form `next: tool {"argument": …}`. */
export function callLine(label: string, call: NextCall | null): string[] {
  if (call === null) return [];
  const given = JSON.stringify(call.arguments);
  return [
    Buffer.byteLength(given) > callBytesMax
      ? `${label}: ${call.tool} with the same arguments`
      : `${label}: ${call.tool} ${given}`,
  ];
}

/** Lines as one text of at most `answerBytesMax`. A text that is cut says so, and how to see the rest. */
export function withinLimit(lines: readonly string[]): string {
  const whole = lines.join('\n');
  if (Buffer.byteLength(whole) <= answerBytesMax) return whole;
  const kept: string[] = [];
  let left = answerBytesMax - Buffer.byteLength(cut(lines.length));
  for (const line of lines) {
    const sizeBytes = Buffer.byteLength(line) + 1;
    if (sizeBytes > left) {
      // The first line that does not fit is kept as far as it fits, if that says something.
      if (left > 200) kept.push(firstBytes(line, left - 4));
      break;
    }
    kept.push(line);
    left -= sizeBytes;
  }
  return [...kept, cut(lines.length - kept.length)].join('\n');
}

const cut = (lines: number): string =>
  `Cut here: ${lines} more lines. Ask for fewer with a smaller limit, or for one of them by its id.`;

function firstBytes(text: string, bytes: number): string {
  const decoder = new TextDecoder('utf-8');
  // A character that is cut in the middle would become a replacement character.
  return `${decoder.decode(Buffer.from(text).subarray(0, bytes - 3)).replace(/\uFFFD+$/, '')}…`;
}

/** The texts of an answer: the words, and its JSON where both are within the limit. Structured content has it anyway. */
export function textsOf(words: string, json: unknown): { type: 'text'; text: string }[] {
  const whole = JSON.stringify(json);
  const fits = Buffer.byteLength(words) + Buffer.byteLength(whole) <= answerBytesMax;
  return [words, ...(fits ? [whole] : [])].map((text) => ({ type: 'text', text }));
}

/** The JSON Schema of a body with the next step. */
export function withNext({ properties, required, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    properties: { next: nextSchema, ...(isRecord(properties) ? properties : {}) },
    required: ['next', ...(Array.isArray(required) ? required : [])],
  };
}

const nextSchema = {
  description: 'The natural next call; null: none',
  anyOf: [
    {
      type: 'object',
      properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
    { type: 'null' },
  ],
};

function isId(name: string): boolean {
  return /^(?:id|\w+Id)$/.test(name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
