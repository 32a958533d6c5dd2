import { describeTenancy } from './tenancy';

describe('what an organization publishes is there for its members alone', () => {
  describeTenancy(({ path }) => path.startsWith('/api/v1/console/'));
});
