import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in which tests arm failpoints; null: no failpoint is ever armed. */
let armedIn: string | null = null;

/**
 * Lets files in `folder` end or hold this process at its failpoints. For tests alone: `lib/config.ts` refuses the
 * setting everywhere else. `<name>.kill` ends the process at once, as SIGKILL does. `<name>.pause` stands it still, as a
 * machine that is suspended, until it gets SIGCONT. `<name>.visit` does nothing. The first process takes the file by renaming it to
 * `<name>.<action>.hit`, so each acts once, however many processes there are and however often they are restarted, and
 * a point that no process reached is known by the name that stayed.
 */
export function armFailpoints(folder: string | null): void {
  armedIn = folder;
}

/**
 * Marks a durable boundary, where a process may die or stand still, and test/proof shows that the service survives it. Does
 * nothing unless armed. The places that all work goes through mark both sides of it: of a statement, a commit, a change of an
 * assignment, a call of a platform, of Temporal or of another host. Other code marks only a state that none of them can name.
 * @param side of the work that has this name; none for a place within work
 */
export function failpoint(name: string, side?: 'before' | 'after'): void {
  if (armedIn !== null) act(join(armedIn, side ? `${name}.${side}` : name));
}

/**
 * Asks another service, and marks both sides of the question: the second side where the answer has come.
 * @throws the error of `ask`, as it is
 */
export async function asking<T>(name: string, ask: () => Promise<T>): Promise<T> {
  failpoint(name, 'before');
  const answer = await ask();
  failpoint(name, 'after');
  return answer;
}

function act(armed: string): void {
  takes(`${armed}.visit`);
  if (takes(`${armed}.kill`)) process.kill(process.pid, 'SIGKILL');
  if (takes(`${armed}.pause`)) process.kill(process.pid, 'SIGSTOP');
}

function takes(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    renameSync(file, `${file}.hit`);
    return true;
  } catch {
    // Another process took it in this very moment.
    return false;
  }
}
