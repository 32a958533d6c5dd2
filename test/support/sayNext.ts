import { nextOf } from '../../domain/assignment/nextStep';
import { Assignment } from '../../models/Assignment';
import { loadAssignment } from '../../models/assignments/loadAssignment';
import { limits } from './limits';

/** Writes what is next for an assignment whose row was overwritten by hand. */
export async function sayNext(id: string): Promise<void> {
  const loaded = await loadAssignment(id, limits);
  if (!loaded) return;
  const { work, from } = nextOf(loaded.assignment, loaded.now);
  await Assignment.update({ nextWork: work, nextAt: from === null ? null : new Date(from) }, { where: { id } });
}
