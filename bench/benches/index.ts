import type { Bench } from '../Bench';
import { ahead } from './ahead';
import { consoleList } from './consoleList';
import { consolePages } from './consolePages';
import { consoleStats } from './consoleStats';
import { create } from './create';
import { due } from './due';
import { fairness } from './fairness';
import { hotCredits } from './hotCredits';
import { immediate } from './immediate';
import { lighthouse } from './lighthouse';
import { logIn } from './logIn';
import { media } from './media';
import { probe } from './probe';
import { profile } from './profile';
import { publish } from './publish';
import { scheduled } from './scheduled';
import { standby } from './standby';
import { streams } from './streams';
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
  scheduled,
  immediate,
  fairness,
  standby,
  hotCredits,
  consoleList,
  logIn,
  streams,
  consoleStats,
  consolePages,
  lighthouse,
  uploads,
  probe,
  profile,
];
