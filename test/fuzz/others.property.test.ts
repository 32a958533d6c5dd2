import { describeFuzz } from './fuzz';

describe('requests of people, assistants and everybody, made from the document', () => {
  describeFuzz('others');
});
