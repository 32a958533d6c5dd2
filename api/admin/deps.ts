import type { BaseDeps } from '../deps';

/** The dependencies of administration. */
export interface AdminDeps extends BaseDeps {
  /** The page of a workflow in Temporal's UI; null where no setting names the UI. */
  runPage: (workflowId: string) => string | null;
}
