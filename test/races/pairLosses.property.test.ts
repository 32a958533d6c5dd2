import { describeTurns } from './describeRaces';
import { lossPairs } from './pairs';

describeTurns(lossPairs, 4);
