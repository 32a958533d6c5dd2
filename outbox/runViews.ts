import { failureKinds } from '../domain/failures/failures';
import {
  connectChannelWorkflow,
  deliverWebhookWorkflow,
  mailInvitationWorkflow,
  publishAssignmentWorkflow,
  retireConnectionWorkflow,
} from '../domain/workflowContract';

/** A list of runs that operators look at. */
export interface RunView {
  name: string;
  /** In Temporal's query language. */
  filter: string;
}

const ofType = (workflow: string): string => `\`WorkflowType\`="${workflow}"`;
const failed = `${ofType(publishAssignmentWorkflow)} AND \`ErrorCode\``;

/** The lists of runs that Temporal's UI can keep as saved views (`admin views`). */
export const runViews: readonly RunView[] = [
  { name: 'Assignments that run', filter: `${ofType(publishAssignmentWorkflow)} AND \`ExecutionStatus\`="Running"` },
  { name: 'Failed publications', filter: `${failed} IS NOT NULL` },
  ...Object.keys(failureKinds).map((code) => ({ name: `Failed: ${code}`, filter: `${failed}="${code}"` })),
  { name: 'Webhooks', filter: ofType(deliverWebhookWorkflow) },
  { name: 'Tickets', filter: ofType(connectChannelWorkflow) },
  { name: 'Mails', filter: ofType(mailInvitationWorkflow) },
  { name: 'Removals of channels', filter: ofType(retireConnectionWorkflow) },
  { name: 'Housekeeping', filter: '`TemporalScheduledById` IS NOT NULL' },
  {
    name: 'Workflow task failures',
    filter: '`TemporalReportedProblems` IN ("category=WorkflowTaskFailed","category=WorkflowTaskTimedOut")',
  },
];

export const viewSubjects = ['assignment', 'workspace', 'connection'] as const;
export type ViewSubject = (typeof viewSubjects)[number];
const attributes = { assignment: 'AssignmentId', workspace: 'WorkspaceId', connection: 'ConnectionId' } as const;

/** All runs for an assignment, a workspace or a connection, webhooks included. */
export function runsFor(subject: ViewSubject, id: string): string {
  return `\`${attributes[subject]}\`="${id}"`;
}
