import { z } from 'zod';

/** The parts of V8's profile (Chrome DevTools Protocol, Profiler.Profile) that tell where time was spent. */
export const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.int()).default([]),
    }),
  ),
  samples: z.array(z.int()),
  /** Microseconds before the sample of the same place. */
  timeDeltas: z.array(z.int()),
});
export type Profile = z.infer<typeof Profile>;

/** V8's names for what is no function: waiting, and what has no frame of JavaScript. */
const idle = '(idle)';
const root = '(root)';

/**
 * The share of each package, 0 to 1, in the time in which a process was not idle. A package is one of node_modules, a
 * folder of ours (`dist/api`), or what V8 names `(…)`. Time within Node and V8, such as a write to a socket, counts for
 * the package that called it; if Node itself did, it counts for a module of Node (`node:net`).
 */
export function shareByPackage({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const packages = packagesOf(nodes);
  const micros = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = packages.get(id) ?? '(unknown)';
    if (name !== idle) micros.set(name, (micros.get(name) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  });
  const total = [...micros.values()].reduce((sum, value) => sum + value, 0);
  return new Map([...micros].map(([name, value]) => [name, total === 0 ? 0 : value / total]));
}

/** The share of all time in which the process was not idle, 0 to 1. */
export function busyShare({ nodes, samples, timeDeltas }: Profile): number {
  const idleIds = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === idle).map(({ id }) => id));
  const sum = (isWanted: (id: number) => boolean): number =>
    samples.reduce((total, id, index) => total + (isWanted(id) ? Math.max(0, timeDeltas[index] ?? 0) : 0), 0);
  const all = sum(() => true);
  return all === 0 ? 0 : sum((id) => !idleIds.has(id)) / all;
}

/** A node stands before its children. */
function packagesOf(nodes: Profile['nodes']): Map<number, string> {
  const parents = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id] as const)));
  const packages = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const caller = packages.get(parents.get(id) ?? Number.NaN);
    const name = packageOf(callFrame) ?? caller ?? nodeModuleOf(callFrame);
    if (name !== undefined) packages.set(id, name);
  }
  return packages;
}

type CallFrame = Profile['nodes'][number]['callFrame'];

/** Undefined for what belongs to Node and V8. */
function packageOf({ functionName, url }: CallFrame): string | undefined {
  if (url === '' && functionName.startsWith('(') && functionName !== root) return functionName;
  if (url === '' || url.startsWith('node:')) return undefined;
  const inModules = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inModules !== undefined) return inModules;
  return /\/(dist\/[^/]+)/.exec(url)?.[1] ?? url;
}

function nodeModuleOf({ url }: CallFrame): string | undefined {
  return url === '' ? undefined : url.split('/').slice(0, 2).join('/');
}
