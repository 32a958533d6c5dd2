import { routes } from '../../api/routes';
import { cellsOf } from './cells';
import { describeTenancy } from './tenancy';

describe('what an organization has is there for its members alone', () => {
  describeTenancy(['member', 'identity', 'platformAdmin']);
});

it('tries every operation with a credential, in at least a thousand ways', () => {
  const open = ['public', 'ticket'];
  const withCredential = routes.filter(({ credential }) => !open.includes(credential));

  expect(withCredential.flatMap(cellsOf).length).toBeGreaterThan(1000);
});
