import { describeTenancy } from './tenancy';

describe('the things of a workspace are there for its own API key alone', () => {
  describeTenancy(({ credential }) => credential === 'apiKey');
});
