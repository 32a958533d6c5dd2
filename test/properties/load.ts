import { loadAssignment } from '../../models/assignments/loadAssignment';
import type { Loaded } from '../../models/assignments/loadAssignment';
import { limits } from '../support/limits';

/** @throws where there is no such assignment */
export async function load(id: string): Promise<Loaded> {
  const loaded = await loadAssignment(id, limits);
  if (!loaded) throw new Error(`there is no assignment ${id}`);
  return loaded;
}
