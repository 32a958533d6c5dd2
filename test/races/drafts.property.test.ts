import { describeRaces } from './describeRaces';
import { draftCancellations, draftChanges } from './draftRaces';

describeRaces([...draftCancellations, ...draftChanges], 1);
