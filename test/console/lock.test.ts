import { cancelLock, contentLock, timeLock } from '../../console/resources/assignments/lock';
import { assignmentStatuses } from '../../domain/assignment';
import { isInPlace } from '../../domain/assignment/allows';

const places = assignmentStatuses.flatMap((status) => [false, true].map((isPaused) => ({ status, isPaused })));
const reasonUnless = (isAllowed: boolean) => (isAllowed ? null : expect.stringMatching(/^\p{Lu}.*\.$/u));

describe.each(places)('a post in $status, paused: $isPaused', (place) => {
  it('takes another time where the API allows it; elsewhere a sentence says why not', () => {
    expect(timeLock({ ...place, isUpdatable: true })).toEqual(reasonUnless(isInPlace('edit', place)));
  });

  it.each([true, false])(
    'takes other content, or a sentence says why not; its platform changes live posts: %s',
    (isUpdatable) => {
      const isAllowed = isInPlace('edit', place) || (isUpdatable && isInPlace('update', place));
      expect(contentLock({ ...place, isUpdatable })).toEqual(reasonUnless(isAllowed));
    },
  );

  it('can be cancelled where the API allows it; elsewhere a sentence says why not', () => {
    expect(cancelLock(place.status)).toEqual(reasonUnless(isInPlace('cancel', place)));
  });
});
