import { useState } from 'react';
import type { Report } from './bulk';

interface State {
  /** Of the last act on several rows. */
  report: Report | null;
  /** The filters of the list in which the act was done. */
  known: string;
}

/**
 * Keeps the report of an act on several rows, also when their list has become empty.
 * @param of the filters of the list, as text: other filters begin without a report
 */
export function useBulkReport(of: string) {
  const [{ report, known }, setState] = useState<State>({ report: null, known: of });
  if (known !== of) setState({ report: null, known: of });
  return {
    report,
    // A report that comes after a click for other filters is dropped: its rows are not shown any more.
    show: (next: Report) => setState((before) => (before.known === of ? { report: next, known: of } : before)),
    close: () => setState((before) => ({ ...before, report: null })),
  };
}
