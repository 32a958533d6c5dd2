import { describeTenancy } from './tenancy';

describe('what a workspace has is there for its own API key alone', () => {
  describeTenancy(({ credential }) => credential === 'apiKey');
});
