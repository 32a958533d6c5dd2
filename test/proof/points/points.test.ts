import { shuffle } from '../../support/counts';
import { allPoints, callsIn, commitsIn, filesPastPoints, listPoints, placesIn, writes } from './points';
import { unreached } from './unreached';

describe('the list of failpoints', () => {
  it('has both sides of each boundary, and the places that code marks by itself', () => {
    expect(listPoints()).toEqual(
      expect.arrayContaining([
        'outbox.markDispatched.after',
        'commit.cancelAssignment.before',
        'assignments.change.made.session.after',
        'assignments.move.published.before',
        'youtube.video.publish.after',
        'facebook.draft.create.before',
        'temporal.start.after',
        'stripe.checkout.create.after',
        'outside.webhook.post.before',
        'outside.mail.send.after',
        'media.underWay',
      ]),
    );
  });

  it('has each name once', () => {
    expect(allPoints().filter((point, index, all) => all.indexOf(point) !== index)).toEqual([]);
  });

  it('leaves out what the work does not lead to, and nothing that there is not', () => {
    const known = allPoints().flatMap((point) => [point, point.replace(/\.(?:before|after)$/, '')]);
    expect(unreached.filter((name) => !known.includes(name))).toEqual([]);
    expect(listPoints()).not.toContain('assignments.change.failed.takeDown.before');
    expect(listPoints()).toContain('tickets.removeExpired.before');
    expect(listPoints()).not.toContain('tickets.removeExpired.after');
  });

  it('is put in an order by the seed of the run, the same each time and each point once', () => {
    const order = shuffle(listPoints());
    expect(order).toEqual(shuffle(listPoints()));
    expect(order).not.toEqual(listPoints());
    expect(order.toSorted()).toEqual(listPoints().toSorted());
  });

  it('misses no work: no file goes to the database, to Temporal or to another host beside the seams', () => {
    expect(filesPastPoints()).toEqual([]);
  });
});

describe('the names of failpoints', () => {
  it.each([
    ['INSERT INTO outbox (id) VALUES ($1)', true],
    ['WITH old AS (DELETE FROM mails RETURNING 1) SELECT count(*) FROM old', true],
    ['WITH found AS (SELECT id FROM assignments FOR UPDATE) UPDATE assignments SET at = now()', true],
    ['SELECT id FROM assignments FOR UPDATE SKIP LOCKED', false],
    ['SELECT id FROM assignments FOR NO KEY UPDATE', false],
    ['SELECT updated_at FROM assignments', false],
  ])('are of statements that write: %s', (text, isWriting) => {
    expect(writes(text)).toBe(isWriting);
  });

  it('are literals of transactions', () => {
    const either = "inTransaction(\n sequelize, outcome === 'happened' ? 'settle' : 'release', async (t) => t)";
    expect(commitsIn(`inTransaction(deps.sequelize, 'cancel', write); ${either}`, 'some.ts')).toEqual([
      'commit.cancel',
      'commit.settle',
      'commit.release',
    ]);
    expect(() => commitsIn('inTransaction(sequelize, name, write)', 'some.ts')).toThrow('no name that can be listed');
  });

  it('are literals of calls', () => {
    const source = "asking('temporal.start', call); { operation: 'youtube.video.publish' }; ['youtube.readonly']";
    expect(callsIn(source)).toEqual(['temporal.start', 'youtube.video.publish']);
  });

  it('are literals of places', () => {
    expect(placesIn("failpoint('a.b');\nif (is) failpoint('c');\nfailpoint(name, 'after');", 'some.ts')).toEqual([
      'a.b',
      'c',
    ]);
    expect(() => placesIn('failpoint(name);', 'some.ts')).toThrow('some.ts: failpoint(name) has no name');
  });
});
