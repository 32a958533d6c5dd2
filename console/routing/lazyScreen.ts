import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiFault } from '../http/ApiFault';
import { loadPart } from '../parts/loadPart';
import { nextTask } from '../tasks/nextTask';
import { texts } from '../texts/faults';

/** The user waits for this after the code has failed to come. */
const patienceMs = 10_000;

/** A screen whose code is loaded when it is opened. @param name of its component */
export function lazyScreen<Code extends Record<string, unknown>, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
) {
  return lazyRouteComponent(async () => loadScreen(load), name);
}

/**
 * Loads the code of a screen, in a task of its own: the loader of its route has begun before.
 * @throws ApiFault when the code does not come. After the browser's own error the router would reload the page, and
 *   offline a reload would leave nothing. The next try asks for the code again.
 */
async function loadScreen<Code>(load: () => Promise<Code>): Promise<Code> {
  await nextTask();
  return loadPart(load).catch(async (fault: unknown) => {
    if (await hasNewerBuild()) throw new ApiFault(0, 'REPLACED', texts.known.REPLACED.title, {}, null);
    throw fault;
  });
}

/** Tells whether a newer build has replaced the build of this page, which then has to reload. */
export function isReplaced(error: unknown): boolean {
  return error instanceof ApiFault && error.code === 'REPLACED';
}

/** Tells whether the service answers with the page of another build. */
async function hasNewerBuild(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  if (!script) return false;
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return response.ok && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}
