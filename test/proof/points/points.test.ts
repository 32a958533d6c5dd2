import { shuffle } from '../../support/counts';
import { filesWithoutPoints, listPoints, pointsIn } from './points';

describe('the list of failpoints', () => {
  it('is what the source has', () => {
    expect(listPoints()).toEqual(
      expect.arrayContaining(['create.committed', 'youtube.publish.answered', 'assignment.storing.published']),
    );
  });

  it('is put in an order by the seed of the run, the same each time and each point once', () => {
    const order = shuffle(listPoints());
    expect(order).toEqual(shuffle(listPoints()));
    expect(order).not.toEqual(listPoints());
    expect(order.toSorted()).toEqual(listPoints().toSorted());
  });

  it('leaves out no file that commits a transaction or asks a platform to change something', () => {
    expect(filesWithoutPoints()).toEqual([]);
  });

  it('has one name for each literal, and one for each target of a transition', () => {
    const source = "failpoint('a.b');\nif (ids.length > 0) failpoint('c');\nfailpoint(`moved.${target.to}`);";
    expect(pointsIn(source, 'some.ts')).toEqual([
      'a.b',
      'c',
      'moved.uploading',
      'moved.uploaded',
      'moved.processing',
      'moved.published',
      'moved.failed',
      'moved.pending',
      'moved.cancelled',
    ]);
  });

  it('refuses a name that it cannot read', () => {
    expect(() => pointsIn('failpoint(name);', 'some.ts')).toThrow('some.ts: failpoint(name)');
    expect(() => pointsIn('failpoint(`moved.${other}`);', 'some.ts')).toThrow('has no name that can be listed');
  });
});
