import { describeRaces } from './describeRaces';
import { removals } from './removals';

describeRaces(removals, 1);
