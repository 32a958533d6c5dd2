import type { Request } from 'express';
import { rawQueryOf } from '../http/query';

/** One request as the sandbox saw it. */
export interface Call {
  readonly seq: number;
  readonly method: string;
  readonly path: string;
  /** As sent, but with tokens masked. */
  readonly query?: string;
  readonly contentRange?: string;
  /** Bytes of the request body that were read. */
  readonly bytes: number;
  /** Null: no answer has left, or none ever will. */
  readonly status: number | null;
  /** `Range` of the answer: what an upload session says that it has. */
  readonly range?: string;
  /** When the request came, by the machine's own clock. */
  readonly at: string;
  /** The fault that struck it. */
  readonly fault: string | null;
}

/** The latest requests, at most 10,000; a restart forgets them. */
export interface Calls {
  add(req: Request, fault: string | null): Call;
  update(call: Call, changes: Pick<Call, 'bytes' | 'status' | 'range'>): void;
  since(seq: number): Call[];
  clear(): void;
}

const callsMax = 10_000;

/** An empty log. */
export function openCalls(): Calls {
  const calls = new Map<number, Call>();
  let seq = 0;
  return {
    add(req, fault) {
      seq += 1;
      const call = { seq, ...describe(req), bytes: 0, status: null, at: new Date().toISOString(), fault };
      calls.set(seq, call);
      calls.delete(seq - callsMax);
      return call;
    },
    update({ seq: number }, changes) {
      const call = calls.get(number);
      if (call) calls.set(number, { ...call, ...changes });
    },
    since: (after) => [...calls.values()].filter((call) => call.seq > after),
    clear: () => calls.clear(),
  };
}

function describe(req: Request): Pick<Call, 'method' | 'path' | 'query' | 'contentRange'> {
  const query = rawQueryOf(req);
  const contentRange = req.get('content-range');
  return {
    method: req.method,
    path: req.baseUrl + req.path,
    ...(query !== '' && { query: query.replace(/((?:access_|refresh_)?token)=[^&]*/g, '$1=…') }),
    ...(contentRange !== undefined && { contentRange }),
  };
}
