import type { Kind, OutsideCall } from './Kind';

/** A request as the sandbox has recorded it. */
interface SeenCall {
  method: string;
  path: string;
  query?: string;
}

/** Tells whether a request is that call, as the sandbox decides it for a fault. */
export function isCall({ method, path, query = '' }: SeenCall, wanted: OutsideCall): boolean {
  if (method !== wanted.method || !isPath(path, wanted.path)) return false;
  const given = new URLSearchParams(query);
  return [...new URLSearchParams(wanted.query)].every(([name, value]) => given.get(name) === value);
}

function isPath(path: string, pattern: string): boolean {
  if (!pattern.includes('*')) return path.startsWith(pattern);
  const [given, wanted] = [path.split('/'), pattern.split('/')];
  return given.length === wanted.length && wanted.every((part, at) => part === '*' || part === given[at]);
}

/** The calls that make a post of the kind, each once. */
export function changingCalls({ calls: { upload, stage, publish } }: Kind): OutsideCall[] {
  return each([...upload, stage, publish]);
}

/** Each call of an assignment that a fault can strike, once. */
export function allCalls(among: readonly Kind[]): OutsideCall[] {
  return each(
    among.flatMap((kind) => {
      const { update, look, remove } = kind.calls;
      return [...changingCalls(kind), update, look, remove];
    }),
  );
}

function each(calls: readonly OutsideCall[]): OutsideCall[] {
  return [...new Map(calls.map((call) => [nameOf(call), call])).values()];
}

/** A call in words: two equal calls have the same name. */
export function nameOf({ method, path, query = '' }: OutsideCall): string {
  return `${method} ${path}?${query}`;
}
