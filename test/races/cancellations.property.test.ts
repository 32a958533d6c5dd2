import { describeRaces } from './describeRaces';
import { cancellations } from './races';

describeRaces(cancellations, 1);
