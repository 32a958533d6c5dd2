import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { AssignmentTable } from './AssignmentTable';
import { BulkActions } from './BulkActions';
import { BulkReport } from './BulkReport';
import { reportTitle } from './bulk';
import type { BulkAct, RowReport } from './bulk';
import type { AssignmentRow } from './queries';

const nothing: ReadonlySet<string> = new Set();

interface Props {
  items: readonly AssignmentRow[];
  /** The search that they are from, as text: another one begins with nothing selected, and without a report. */
  of: string;
}

/** One page of assignments: rows can be selected, and acted on together. */
export function AssignmentList({ items, of }: Props) {
  const [{ chosen, report, known }, setState] = useState(() => beginningOf(of));
  // With a key for the whole part instead, a click for another page would first draw all rows of this one anew.
  if (known !== of) setState(beginningOf(of));
  const choose = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    setState((before) => ({ ...before, chosen: change(before.chosen) }));
  // A row that has left the page is not acted on.
  const rows = items.filter(({ id }) => chosen.has(id));
  const onReport = (act: BulkAct, reports: RowReport[]) => {
    const refused = reports.filter(({ refusal }) => refusal !== null).map(({ row }) => row.id);
    // The report of an action comes later than a click for another search: then it is of what is not shown any more.
    setState((before) =>
      before.known === of ? { known: of, report: { act, reports }, chosen: new Set(refused) } : before,
    );
  };
  return (
    <>
      <VisuallyHidden role="status">{report && reportTitle(report.act, report.reports)}</VisuallyHidden>
      {report && <BulkReport {...report} onClose={() => setState((before) => ({ ...before, report: null }))} />}
      {rows.length > 0 && <BulkActions rows={rows} onClear={() => choose(() => nothing)} onReport={onReport} />}
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
  /** The outcome of the last action on several rows. */
  report: { act: BulkAct; reports: RowReport[] } | null;
  /** The search that both are of. */
  known: string;
}

const beginningOf = (known: string): State => ({ chosen: nothing, report: null, known });

function withIds(before: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}
