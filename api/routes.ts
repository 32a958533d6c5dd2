import { assignmentRoutes } from './assignments/routes';
import { billingRoutes } from './billing/routes';
import { connectionRoutes } from './connections/routes';
import { healthRoutes } from './health/routes';
import type { Route } from './http/defineRoute';
import { platformRoutes } from './platforms/routes';

/** Every route of the service. Validation, documentation and the tests of every route are derived from this table. */
export const routes: readonly Route[] = [
  ...assignmentRoutes,
  ...connectionRoutes,
  ...platformRoutes,
  ...billingRoutes,
  ...healthRoutes,
];
