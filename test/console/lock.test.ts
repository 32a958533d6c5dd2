import { exampleRemoval, Removal } from '../../api/assignments/post/postSchema';
import { cancelLock, contentLock, openRemovalModes, timeLock } from '../../console/resources/assignments/lock';
import { assignmentStatuses } from '../../domain/assignment';
import { isInPlace } from '../../domain/assignment/allows';
import { removalModes } from '../../domain/platform';

const places = assignmentStatuses.flatMap((status) => [false, true].map((isPaused) => ({ status, isPaused })));
const reasonUnless = (isAllowed: boolean) => (isAllowed ? null : expect.stringMatching(/^\p{Lu}.*\.$/u));

describe.each(places)('a post in $status, paused: $isPaused', (place) => {
  it('takes another time where the API allows it; elsewhere a sentence says why not', () => {
    expect(timeLock(place)).toEqual(reasonUnless(isInPlace('edit', place)));
  });

  it.each([true, false])(
    'takes other content, or a sentence says why not; its platform changes live posts: %s',
    (isUpdatable) => {
      const isAllowed = isInPlace('edit', place) || (isUpdatable && isInPlace('update', place));
      expect(contentLock({ ...place, isUpdatable, removal: null })).toEqual(reasonUnless(isAllowed));
    },
  );

  it('takes no other content while it is taken down, or once it is deleted', () => {
    const removal = { ...Removal.parse(exampleRemoval), status: 'due' } as const;
    const lock = contentLock({ ...place, isUpdatable: true, removal });
    expect(lock === null).toBe(isInPlace('edit', place));
  });

  it('can be taken down where the API allows it, in the ways of its platform', () => {
    const modes = openRemovalModes({ ...place, removalModes: [...removalModes], removal: null });
    expect(modes).toEqual(isInPlace('takeDown', place) ? removalModes : []);
  });

  it('can be cancelled where the API allows it; elsewhere a sentence says why not', () => {
    expect(cancelLock(place.status)).toEqual(reasonUnless(isInPlace('cancel', place)));
  });
});
