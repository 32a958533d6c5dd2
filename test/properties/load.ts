import { z } from 'zod';
import { nextOf } from '../../domain/assignment/nextStep';
import type { Next } from '../../domain/assignment/nextStep';
import { loadAssignment } from '../../models/assignments/store/loadAssignment';
import type { Loaded } from '../../models/assignments/store/loadAssignment';
import { param, sql } from '../../models/database/fragment';
import { statement } from '../../models/database/statement';
import { limits } from '../support/limits';

/** @throws where there is no such assignment */
export async function load(id: string): Promise<Loaded> {
  const loaded = await loadAssignment(id, limits);
  if (!loaded) throw new Error(`there is no assignment ${id}`);
  return loaded;
}

/** Moments to a second. */
const rounded = ({ work, from }: Next): Next => ({ work, from: from && Math.round(from / 1000) * 1000 });

const readNext = statement(
  'tests.readNext',
  z.strictObject({ work: z.custom<Next['work']>(), from: z.number().nullable() }),
  sql`SELECT next_work AS work, (extract(epoch FROM next_at) * 1000)::float AS "from" FROM assignments WHERE id = ${param('id', 'uuid')}`,
);

/** The next work of an assignment, by its columns and by the pure code: the same. */
export async function nextInBoth(id: string): Promise<{ row: Next; pure: Next }> {
  const row = await readNext.first({ id });
  const { assignment, now } = await load(id);
  if (!row) throw new Error(`there is no assignment ${id}`);
  const isDue = row.from !== null && row.from <= now;
  return { row: rounded({ ...row, ...(isDue && { from: null }) }), pure: rounded(nextOf(assignment, now)) };
}
