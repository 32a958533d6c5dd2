import type { Bench } from '../Bench';
import { ahead } from './ahead';
import { consoleList } from './consoleList';
import { create } from './create';
import { due } from './due';
import { hotCredits } from './hotCredits';
import { immediate } from './immediate';
import { media } from './media';
import { profile } from './profile';
import { publish } from './publish';
import { standby } from './standby';
import { uploads } from './uploads';
import { webhooks } from './webhooks';

/** Every bench that there is, in the order in which they run. */
export const benches: readonly Bench[] = [
  media,
  webhooks,
  create,
  publish,
  ahead,
  due,
  immediate,
  standby,
  hotCredits,
  consoleList,
  uploads,
  profile,
];
