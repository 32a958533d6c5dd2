import { join } from 'node:path';
import type { Request } from 'express';
import { z } from 'zod';
import type { Effect } from '../http/exchange';
import { rawQueryOf } from '../http/query';
import { openCollection } from '../storage/collection';

/** One request as the sandbox saw it. */
const Call = z
  .object({
    seq: z.number(),
    /** The slug of the platform that was called; sample media and webhooks have none. */
    platform: z.string(),
    method: z.string(),
    path: z.string(),
    /** As sent, but with tokens, codes and secrets masked. */
    query: z.string(),
    contentRange: z.string(),
    /** Bytes of the request body that were read. */
    bytes: z.number(),
    /** Null: no answer has left, or no answer ever will. */
    status: z.number().nullable(),
    /** `Range` of the answer: the bytes that an upload session reports as stored. */
    range: z.string(),
    /** When the request came, by the machine's own clock. */
    at: z.string(),
    /** The fault that struck it. */
    fault: z.string().nullable(),
    /** The effect on a post, and its time by the machine's own clock; noted whether an answer left or not. */
    effect: z.object({
      resource: z.string(),
      title: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      at: z.string(),
    }),
  })
  .partial({ platform: true, query: true, contentRange: true, range: true, effect: true })
  .readonly();
export type Call = z.infer<typeof Call>;

/** The latest requests, which a restart forgets, and all requests with an effect, which a restart keeps. */
export interface Calls {
  add(req: Request, struck: { platform: string | null; fault: string | null }): Call;
  update(call: Call, changes: Pick<Call, 'bytes' | 'status' | 'range'>): void;
  /** On disk when it returns. */
  noteEffect(call: Call, effect: Effect): void;
  since(seq: number): Call[];
  clear(): void;
}

/** The log that is kept in `folder`. */
export function openCalls(folder: string, latestMax: number): Calls {
  const effective = openCollection(join(folder, 'calls.jsonl'), Call);
  const latest = new Map<number, Call>();
  let seq = effective.values().reduce((last, call) => Math.max(last, call.seq), 0);
  const find = (number: number) => latest.get(number) ?? effective.get(String(number));
  const store = (call: Call) => {
    if (latest.has(call.seq)) latest.set(call.seq, call);
    if (call.effect) effective.put(String(call.seq), call);
  };
  return {
    add(req, { platform, fault }) {
      seq += 1;
      const at = new Date().toISOString();
      const call = { seq, ...(platform !== null && { platform }), ...describe(req), bytes: 0, status: null, at, fault };
      latest.set(seq, call);
      latest.delete(seq - latestMax);
      return call;
    },
    update({ seq: number }, changes) {
      const call = find(number);
      if (call) store({ ...call, ...changes });
    },
    noteEffect: (call, effect) =>
      store({ ...(find(call.seq) ?? call), effect: { ...effect, at: new Date().toISOString() } }),
    since(after) {
      const isMeant = (call: Call) => call.seq > after;
      const older = effective.values().filter((call) => isMeant(call) && !latest.has(call.seq));
      return [...older, ...[...latest.values()].filter(isMeant)].sort((one, other) => one.seq - other.seq);
    },
    clear() {
      latest.clear();
      effective.clear();
    },
  };
}

function describe(req: Request): Pick<Call, 'method' | 'path' | 'query' | 'contentRange'> {
  const query = rawQueryOf(req);
  const contentRange = req.get('content-range');
  return {
    method: req.method,
    path: req.baseUrl + req.path,
    ...(query !== '' && { query: query.split('&').map(masked).join('&') }),
    ...(contentRange !== undefined && { contentRange }),
  };
}

/** One parameter of a query; the value of a credential is left out, however its name is written. */
function masked(parameter: string): string {
  const isSecret = [...new URLSearchParams(parameter).keys()].some((name) => secretParameter.test(name));
  return isSecret ? parameter.replace(/=.*/s, '=…') : parameter;
}

/** `access_token`, `refresh_token`, `fb_exchange_token` and the like; the proofs of a client and of a consent. */
const secretParameter = /token$|^client_secret$|^appsecret_proof$|^code$/;
