import type { Request } from 'express';
import { readBytes } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { refuseParameter } from '../errors';

/** A file that a multipart body brings. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The parameters of a call, from its query and its body. The body counts where both have a parameter. */
export interface Params {
  get(name: string): string | null;
  has(name: string): boolean;
  names(): string[];
  file(name: string): SentFile | undefined;
}

/** A photo, or a chunk of a video as long as the sandbox ever asks for. */
const bodyLimitBytes = 64 * 1024 * 1024;

/** Reads a call's parameters: a query, and a form, JSON or multipart body. Throws BodyTooLarge, ConnectionCut, code 100 for a body that cannot be read. */
export async function readParams(req: Request): Promise<Params> {
  const values = new Map(queryOf(req));
  const files = new Map<string, SentFile>();
  const body = await readBytes(req, bodyLimitBytes);
  for (const [name, value] of await parseBody(body, req.get('content-type') ?? '')) {
    if (typeof value === 'string') values.set(name, value);
    else files.set(name, { bytes: Buffer.from(await value.arrayBuffer()), type: value.type });
  }
  return {
    get: (name) => values.get(name) ?? null,
    has: (name) => values.has(name),
    names: () => [...values.keys()],
    file: (name) => files.get(name),
  };
}

async function parseBody(body: Buffer, type: string): Promise<Iterable<[string, string | Blob]>> {
  if (body.length === 0) return [];
  if (/^application\/json/i.test(type)) return parseJson(body.toString('utf8'));
  if (!/^multipart\/form-data/i.test(type)) return new URLSearchParams(body.toString('utf8'));
  try {
    return await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
  } catch {
    throw refuseParameter('Invalid multipart body');
  }
}

function parseJson(text: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
    return Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]);
  } catch {
    throw refuseParameter('Invalid JSON body');
  }
}

/** A parameter that is true or false. Throws code 100 for anything else. */
export function readFlag(params: Params, name: string, fallback: boolean): boolean {
  const text = params.get(name);
  if (text === null || text === '') return fallback;
  if (/^(true|1)$/i.test(text)) return true;
  if (/^(false|0)$/i.test(text)) return false;
  throw refuseParameter(`Param ${name} must be a boolean`);
}

/** A parameter that must be there. Throws code 100. */
export function readRequired(params: Params, name: string): string {
  const text = params.get(name);
  if (text === null || text === '') throw refuseParameter(`The parameter ${name} is required`);
  return text;
}

/** A parameter that is a whole number. Throws code 100. */
export function readCount(params: Params, name: string): number {
  const text = readRequired(params, name);
  if (!/^\d{1,15}$/.test(text)) throw refuseParameter(`Param ${name} must be a valid integer`);
  return Number(text);
}

/** A parameter that has one of some values. Throws code 100. */
export function readOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const text = readRequired(params, name);
  const value = values.find((one) => one === text.trim() || one === text.trim().toUpperCase());
  if (value !== undefined) return value;
  throw refuseParameter(`Param ${name} must be one of {${values.join(', ')}} - got "${text}"`);
}
