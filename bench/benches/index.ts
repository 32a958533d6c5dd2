import type { Bench } from '../Bench';
import { consoleList } from './consoleList';
import { consoleScreens } from './consoleScreens';
import { create } from './create';
import { due } from './due';
import { fairness } from './fairness';
import { growth } from './growth';
import { immediate } from './immediate';
import { media } from './media';
import { readings } from './readings';
import { retention } from './retention';
import { scheduled } from './scheduled';
import { soak } from './soak';
import { standby } from './standby';
import { webhooks } from './webhooks';

/** Every bench that there is, in the order in which they run. */
export const benches: readonly Bench[] = [
  media,
  webhooks,
  create,
  due,
  scheduled,
  immediate,
  fairness,
  standby,
  consoleList,
  consoleScreens,
  growth,
  readings,
  retention,
  soak,
];
