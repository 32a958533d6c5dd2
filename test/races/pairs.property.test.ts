import { describeRaces } from './describeRaces';
import { pairs } from './pairs';

describeRaces(pairs, 2, 2);
