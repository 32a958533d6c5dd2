import { describeFuzz } from './fuzz';

describe('requests of the console, made from the document', () => {
  describeFuzz('console');
});
