import { assignmentRoutes } from './assignments/routes';
import { billingRoutes } from './billing/routes';
import { connectionRoutes } from './connections/routes';
import { healthRoutes } from './health/routes';
import type { Route } from './http/defineRoute';
import { oauthRoutes } from './oauth/routes';
import { platformRoutes } from './platforms/routes';
import { statsRoutes } from './stats/routes';
import { webhookRoutes } from './webhooks/routes';

/** Every route of the service. Validation, documentation and the tests of every route are derived from this table. */
export const routes: readonly Route[] = [
  ...assignmentRoutes,
  ...oauthRoutes,
  ...connectionRoutes,
  ...statsRoutes,
  ...platformRoutes,
  ...webhookRoutes,
  ...billingRoutes,
  ...healthRoutes,
];
