import { ApiFault } from '../http/ApiFault';
import { texts } from '../texts/faults';

/** @throws ApiFault when it cannot be loaded: offline, or because a newer build has taken its place */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(() => {
    throw new ApiFault(0, 'PART', texts.known.PART.title, {}, null);
  });
}
