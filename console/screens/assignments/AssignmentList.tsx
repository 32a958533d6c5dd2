import { useState } from 'react';
import type { AssignmentRow } from '../../resources/assignments/list';
import { AssignmentTable } from './AssignmentTable';
import type { Report } from './bulk';
import { BulkActions } from './BulkActions';

const nothing: ReadonlySet<string> = new Set();

interface Props {
  items: readonly AssignmentRow[];
  /** The search that the rows are from, as text: another search begins with nothing selected. */
  of: string;
  onReport: (report: Report) => void;
}

/** One page of assignments: rows can be selected, and acted on together. */
export function AssignmentList({ items, of, onReport }: Props) {
  const [{ chosen, known }, setState] = useState<State>({ chosen: nothing, known: of });
  // With a key for the whole part instead, a click for another page would first draw all rows of this page again.
  if (known !== of) setState({ chosen: nothing, known: of });
  const choose = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    setState((before) => ({ ...before, chosen: change(before.chosen) }));
  // A row that has left the page is not acted on.
  const rows = items.filter(({ id }) => chosen.has(id));
  const finish = (report: Report) => {
    const refused = report.rows.filter(({ refusal }) => refusal !== null).map(({ row }) => row.id);
    setState((before) => (before.known === of ? { known: of, chosen: new Set(refused) } : before));
    onReport(report);
  };
  return (
    <>
      {rows.length > 0 && <BulkActions rows={rows} onClear={() => choose(() => nothing)} onReport={finish} />}
      <AssignmentTable
        items={items}
        selected={new Set(rows.map(({ id }) => id))}
        onSelect={(ids, isSelected) => choose((before) => withIds(before, ids, isSelected))}
      />
    </>
  );
}

interface State {
  /** Ids of the selected rows, and of rows that have left the page. */
  chosen: ReadonlySet<string>;
  /** The search that the selected rows are of. */
  known: string;
}

function withIds(before: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}
