import { describeRaces } from './describeRaces';
import { changes } from './races';

describeRaces(changes, 1);
