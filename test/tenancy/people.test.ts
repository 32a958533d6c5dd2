import { cellsOf } from './cells';
import { describeTenancy, withCredential } from './tenancy';

describe('people, organizations and the installation are there for those who belong to them alone', () => {
  describeTenancy(({ credential, path }) => credential !== 'apiKey' && !path.startsWith('/api/v1/console/'));
});

it('tries every operation with a credential, in at least a thousand ways', () => {
  expect(withCredential.flatMap(cellsOf).length).toBeGreaterThan(1000);
});
