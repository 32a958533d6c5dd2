import { api } from '../../http/client';
import type { AssignmentRow } from '../../resources/assignments/list';
import { texts as catalogue } from '../../texts/screens/assignments';
import { faultWords } from '../../words/faults';

const texts = catalogue.bulk;

/** The acts that can be done to several assignments at once. */
export const bulkActs = {
  retry: {
    run: async (assignmentId: string) => api.retryAssignment({ assignmentId }),
    ...texts.acts.retry,
  },
  cancel: {
    run: async (assignmentId: string) => api.cancelAssignment({ assignmentId }),
    ...texts.acts.cancel,
  },
} as const;
export type BulkAct = keyof typeof bulkActs;

/** The outcome of an action for one row. */
export interface RowReport {
  row: AssignmentRow;
  /** Null: it is done. */
  refusal: string | null;
}

/** The outcome of an action for all rows that it was done to. */
export interface Report {
  act: BulkAct;
  rows: readonly RowReport[];
}

const simultaneousMax = 4;

/**
 * Does an act to each row, a few at a time. A refusal stops no other row.
 * @returns its outcome row by row, in the order of the rows
 */
export async function actOnRows(act: BulkAct, rows: readonly AssignmentRow[]): Promise<Report> {
  const reports: RowReport[] = [];
  const waiting = [...rows.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, row] = next;
      reports[place] = { row, refusal: await refusalOf(bulkActs[act].run(row.id)) };
    }
  };
  await Promise.all(Array.from({ length: simultaneousMax }, worker));
  return { act, rows: reports };
}

async function refusalOf(request: Promise<unknown>): Promise<string | null> {
  try {
    await request;
    return null;
  } catch (error) {
    const { title, advice } = faultWords(error);
    return `${title}. ${advice}`;
  }
}

/** "3 posts retried, 1 refused". */
export function reportTitle({ act, rows }: Report): string {
  const refused = rows.filter(({ refusal }) => refusal !== null).length;
  const done = bulkActs[act].title(rows.length - refused);
  return refused === 0 ? done : `${done}, ${texts.refused(refused)}`;
}
