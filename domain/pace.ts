/**
 * The pace multiplies the times in which failures are waited out: leases, heartbeats, settling times and task
 * time-outs. It is 1 in production. Only tests set another pace (`TEST_PACE`), because nearly all the time of a
 * recovery is such a wait. The pace is a property of the global object, so that the workflow sandbox, which has modules
 * of its own, uses the same pace.
 */
const name = 'testPace';

/** Sets the pace of this process, before anything waits. */
export function setPace(pace: number): void {
  Reflect.set(globalThis, name, pace);
}

/** A duration at the pace of this process, in the same unit. */
export function paced(duration: number): number {
  const pace: unknown = Reflect.get(globalThis, name);
  return typeof pace === 'number' ? duration * pace : duration;
}

/** The workflow bundle for this process: at another pace than 1 its code sets that pace first. */
export function pacedCode(code: string): string {
  const pace = paced(1);
  return pace === 1 ? code : `globalThis.${name} = ${pace};\n${code}`;
}
