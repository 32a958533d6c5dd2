import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { AssignmentTable } from './AssignmentTable';
import { BulkActions } from './BulkActions';
import { BulkReport } from './BulkReport';
import { reportTitle } from './bulk';
import type { BulkAct, RowReport } from './bulk';
import type { AssignmentRow } from './queries';

const nothing: ReadonlySet<string> = new Set();

/** One page of assignments: rows can be selected, and acted on together. */
export function AssignmentList({ items }: { items: readonly AssignmentRow[] }) {
  const [chosen, setChosen] = useState(nothing);
  const [report, setReport] = useState<{ act: BulkAct; reports: RowReport[] } | null>(null);
  // A row that has left the page is not acted on.
  const rows = items.filter(({ id }) => chosen.has(id));
  const onReport = (act: BulkAct, reports: RowReport[]) => {
    setReport({ act, reports });
    setChosen(new Set(reports.filter(({ refusal }) => refusal !== null).map(({ row }) => row.id)));
  };
  return (
    <>
      <VisuallyHidden role="status">{report && reportTitle(report.act, report.reports)}</VisuallyHidden>
      {report && <BulkReport {...report} onClose={() => setReport(null)} />}
      {rows.length > 0 && <BulkActions rows={rows} onClear={() => setChosen(nothing)} onReport={onReport} />}
      <AssignmentTable
        items={items}
        selected={new Set(rows.map(({ id }) => id))}
        onSelect={(ids, isSelected) => setChosen((before) => withIds(before, ids, isSelected))}
      />
    </>
  );
}

function withIds(before: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}
