import { useState } from 'react';
import type { Report } from './bulk';

interface State {
  /** Of the last act on several rows. */
  report: Report | null;
  /** The filters of the list in which it was done. */
  known: string;
}

/**
 * Keeps the report of an act on several rows, also when the list that they were on has become empty.
 * @param of the filters of the list, as text: other ones begin without a report
 */
export function useBulkReport(of: string) {
  const [{ report, known }, setState] = useState<State>({ report: null, known: of });
  if (known !== of) setState({ report: null, known: of });
  return {
    report,
    // The report of an act comes later than a click for other filters: then it is of what is not shown any more.
    show: (next: Report) => setState((before) => (before.known === of ? { report: next, known: of } : before)),
    close: () => setState((before) => ({ ...before, report: null })),
  };
}
