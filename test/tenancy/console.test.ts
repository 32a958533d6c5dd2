import { describeTenancy } from './tenancy';

describe('the posts of an organization are there for its members alone', () => {
  describeTenancy(({ path }) => path.startsWith('/api/v1/console/'));
});
