import { z } from 'zod';

const doForms =
  '{status, body?, headers?, afterEffect?: true}, {error, headers?, afterEffect?: true}, {cutAfterBytes}, {loseAnswer: true, effectAfterMs?}, {delayMs}, {drip: true}, {hang: true}';

const DelayMs = z.int().nonnegative().max(3_600_000);

const FaultForm = z.union(
  [
    z.strictObject({
      status: z.int().min(200).max(599),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      afterEffect: z.literal(true).optional(),
    }),
    z.strictObject({
      error: z.string(),
      headers: z.record(z.string(), z.string()).optional(),
      afterEffect: z.literal(true).optional(),
    }),
    z.strictObject({ cutAfterBytes: z.int().nonnegative() }),
    z.strictObject({ loseAnswer: z.literal(true), effectAfterMs: DelayMs.optional() }),
    z.strictObject({ delayMs: DelayMs }),
    z.strictObject({ drip: z.literal(true) }),
    z.strictObject({ hang: z.literal(true) }),
  ],
  { error: `must be exactly one of ${doForms}` },
);

const FaultAction = z
  .unknown()
  .refine((action) => !isEffectAlone(action), {
    error: 'effectAfterMs needs loseAnswer: only a request whose answer is lost has its effect later',
  })
  .pipe(FaultForm);

function isEffectAlone(action: unknown): boolean {
  return typeof action === 'object' && action !== null && 'effectAfterMs' in action && !('loseAnswer' in action);
}

/** A fault and its place: the body of `POST /_sandbox/faults`. */
export const FaultRequest = z.strictObject({
  on: z.strictObject({
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
      .toUpperCase(),
    /** The request's path begins with this; with * for any one segment, it is the whole path. No query. */
    path: z.string().regex(/^\/[^?]*$/, 'must begin with / and have no query'),
    /** Parameters that the request's query has, with these values: `upload_phase=finish`. */
    query: z.string().optional(),
    /** The slug of the platform whose calls the fault strikes; absent: any call, also of sample media and webhooks. */
    platform: z.string().optional(),
    /** The first matching request that it strikes, counted from when it is set. */
    nth: z.int().positive().default(1),
    /** The number of matching requests in a row that it strikes. */
    times: z.int().positive().default(1),
  }),
  do: FaultAction,
});
export type FaultRequest = z.infer<typeof FaultRequest>;
export type FaultAction = z.infer<typeof FaultAction>;

export interface Fault extends FaultRequest {
  readonly id: string;
  /** Matching requests so far. */
  readonly seen: number;
}

interface FaultyRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Null: a call of no platform. */
  readonly platform: string | null;
}

/** The faults that are set. They live in memory: a restart forgets them. */
export interface Faults {
  add(request: FaultRequest): Fault;
  list(): Fault[];
  clear(): void;
  /** Counts a request for every fault that it matches, and gives the oldest fault that strikes it. */
  take(request: FaultyRequest): Fault | undefined;
}

/** No fault set. */
export function openFaults(): Faults {
  const faults = new Map<string, Fault>();
  let count = 0;
  return {
    add(request) {
      count += 1;
      const fault = { ...request, id: `fault-${count}`, seen: 0 };
      faults.set(fault.id, fault);
      return fault;
    },
    list: () => [...faults.values()],
    clear: () => faults.clear(),
    take(request) {
      const matching = [...faults.values()].filter(({ on }) => strikes(on, request));
      const counted = matching.map((fault) => ({ ...fault, seen: fault.seen + 1 }));
      for (const fault of counted) faults.set(fault.id, fault);
      return counted.find(({ seen, on }) => seen >= on.nth && seen < on.nth + on.times);
    },
  };
}

function strikes(on: FaultRequest['on'], { method, path, query, platform }: FaultyRequest): boolean {
  if (on.method !== method || (on.platform ?? platform) !== platform) return false;
  return isMeant(path, on.path) && hasAll(query, on.query ?? '');
}

function hasAll(query: string, wanted: string): boolean {
  const given = new URLSearchParams(query);
  return [...new URLSearchParams(wanted)].every(([name, value]) => given.get(name) === value);
}

/** Tells whether a path begins with the pattern; a pattern with * is compared with the whole path, by segments. */
function isMeant(path: string, pattern: string): boolean {
  if (!pattern.includes('*')) return path.startsWith(pattern);
  const [given, wanted] = [path.split('/'), pattern.split('/')];
  return given.length === wanted.length && wanted.every((part, index) => part === '*' || part === given[index]);
}
