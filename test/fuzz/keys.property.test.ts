import { describeFuzz } from './fuzz';

describe('requests with an API key, made from the document', () => {
  describeFuzz('keys');
});
