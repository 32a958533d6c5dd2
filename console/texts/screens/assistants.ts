import { grantDays } from '../../../domain/mcp';
import { counted } from '../amounts';

export const texts = {
  title: 'Assistants',
  description: 'MCP clients that can act for you or for your workspace. Their names are not verified.',
  connectHint: 'Add this URL to an assistant. On the page that it opens, log in or use the workspace API key.',
  serverUrlName: 'MCP server URL',
  emptyTitle: 'No assistants have access',
  emptyDescription: `Assistants that you give access to appear here until their access ends after ${grantDays} days.`,
  total: (assistants: number) => counted(assistants, 'assistant'),
  unnamed: 'Unnamed assistant',
  actsAs: (person: string, organization: string) => `Acts as ${person} in ${organization}`,
  actsForWorkspace: 'Acts for the whole workspace, let in by the API key',
  creditLimit: (credits: number) => `At most ${counted(credits, 'credit')} a cycle`,
  revoke: 'Revoke access',
  revokeName: (name: string) => `Revoke access for ${name}`,
  revokeWarning: (name: string) =>
    `“${name}” loses access immediately. Posts it has made stay. It can ask for access again.`,
  revoked: (name: string) => `Access revoked for “${name}”.`,
  neverUsed: 'Not used yet',
  /** Each of these is followed by a time. */
  lastUsed: 'Last used',
  granted: 'Access granted',
  expires: 'Expires',
  calls: (calls: number) => counted(calls, 'tool call'),
};
