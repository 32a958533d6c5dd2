import { readOrganization } from '../viewer/queries';
import type { ActingOrganization } from '../viewer/queries';

/** The visit of a screen: its organization, and the query of its address. */
interface Visit {
  organization: ActingOrganization;
  /** The query of the address. */
  search: Record<string, unknown>;
}

/** Begins the queries of a screen. A query that fails is asked again by the part that shows it, which then says so. */
export type Begin = (visit: Visit) => Promise<unknown>[];

/** The part of a loader's input that counts here. */
interface Opening {
  location: { search: object };
  preload: boolean;
}

/** After this time the screen is drawn with the data so far: each missing part has its own sign of loading. */
const patienceMs = 2_000;

/**
 * Reads the data of a screen while its code is loaded, so that it is drawn once, whole and unmoved. Never fails.
 * @param begin begins all queries of the screen
 */
export async function readScreen({ location: { search }, preload }: Opening, begin: Begin): Promise<void> {
  // The pointer is on a link: its code is loaded, but nothing is asked for.
  if (preload) return;
  const read = readOrganization().then(async (organization) =>
    Promise.all(begin({ organization, search: { ...search } })),
  );
  // The shell shows why the organizations cannot be read, and each part its own fault.
  await Promise.race([read.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
