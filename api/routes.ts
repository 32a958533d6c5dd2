import { accountRoutes } from './accounts/routes';
import { adminRoutes } from './admin/routes';
import { assignmentRoutes } from './assignments/routes';
import { billingRoutes } from './billing/routes';
import { connectionRoutes } from './connections/routes';
import { credentialRoutes } from './credentials/routes';
import { healthRoutes } from './health/routes';
import type { AppDeps } from './appDeps';
import type { Resource, Route } from './http/Route';
import { invitationRoutes } from './invitations/routes';
import { mcpGrantRoutes } from './mcp/grants/routes';
import { mcpRoutes } from './mcp/oauth/routes';
import { mcpResourceRoutes } from './mcp/routes';
import { connectLinkRoutes } from './oauth/links/routes';
import { oauthRoutes } from './oauth/routes';
import { organizationRoutes } from './organizations/routes';
import { pictureRoutes } from './pictures/routes';
import { platformRoutes } from './platforms/routes';
import { settingRoutes } from './settings/routes';
import { statsRoutes } from './stats/routes';
import { transactionRoutes } from './transactions/routes';
import { uploadSessionRoutes } from './uploadSessions/routes';
import { userRoutes } from './users/routes';
import { tools } from './tools';
import { webhookRoutes } from './webhooks/routes';

const listed = [
  { name: 'assignments', description: 'Posts to publish, now or later', routes: assignmentRoutes },
  { name: 'pictures', description: 'Small pictures of posts and channels', routes: pictureRoutes },
  { name: 'upload-sessions', description: 'Files to publish that have no public address', routes: uploadSessionRoutes },
  {
    name: 'oauth',
    description: 'How the owner of a channel connects it',
    routes: [...oauthRoutes, ...connectLinkRoutes, ...accountRoutes],
  },
  { name: 'connections', description: 'Connected channels and their tokens', routes: connectionRoutes },
  { name: 'stats', description: 'What became of posts, and counters of channels and posts', routes: statsRoutes },
  { name: 'platforms', description: 'What can be published where', routes: platformRoutes },
  { name: 'webhooks', description: 'Notices of status changes, and the log of their delivery', routes: webhookRoutes },
  { name: 'billing', description: 'Credits and plan of the workspace', routes: billingRoutes },
  { name: 'transactions', description: 'The ledger of the workspace’s credits', routes: transactionRoutes },
  { name: 'users', description: 'Accounts of people, and their sessions', routes: userRoutes },
  { name: 'organizations', description: 'Groups of members within a workspace', routes: organizationRoutes },
  { name: 'invitations', description: 'Offers to become a member', routes: invitationRoutes },
  { name: 'credentials', description: 'The API key and the webhook secret of the workspace', routes: credentialRoutes },
  { name: 'settings', description: 'What a workspace wants of this service', routes: settingRoutes },
  {
    name: 'mcp',
    description: 'How assistants are let into a workspace (OAuth 2.1), and what they call there',
    routes: [...mcpRoutes, ...mcpResourceRoutes(tools), ...mcpGrantRoutes],
  },
  { name: 'admin', description: 'For administrators of this installation', routes: adminRoutes },
  { name: 'health', description: 'Whether the service answers', routes: healthRoutes },
] as const satisfies readonly Resource<Route<AppDeps>>[];

/** Any route of the service, with its own type: clients are typed by it. */
export type ListedRoute = (typeof listed)[number]['routes'][number];

/** Every route of the service, by resource. */
export const resources: readonly Resource<Route<AppDeps>>[] = listed;

/** Every route of the service. Validation, documentation and the tests of every route are derived from this table. */
export const routes: readonly Route<AppDeps>[] = resources.flatMap((resource) => resource.routes);
