/** The place of Temporal's UI, and the namespace of the service. */
export interface TemporalUi {
  url: string;
  namespace: string;
}

/**
 * The page of Temporal's UI that lists the runs of a list filter, newest first.
 * @param filter in Temporal's query language
 * @param savedAs a name under which the page is stored among the saved views of the browser that opens it; not stored if left out
 */
export function runsPage({ url, namespace }: TemporalUi, filter: string, savedAs?: string): string {
  const saved = savedAs === undefined ? '' : `&savedQuery=${encodeURIComponent(savedAs)}`;
  return `${url}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(filter)}${saved}`;
}

/** The page of a workflow in Temporal's UI, whichever of its runs is the newest. */
export function runPage({ url, namespace }: TemporalUi, workflowId: string): string {
  return `${url}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}
