import {
  assignmentStatuses,
  canFire,
  contentTypes,
  endedStatuses,
  mediaUrlTypes,
  sourcesOf,
  transitions,
} from '../../domain/assignment';
import type { AssignmentStatus, TransitionName } from '../../domain/assignment';

/**
 * The state machine of the specification ("States and transitions", completed by contract.md §2), typed by hand: where
 * each trigger leads from each status, and `-` where it may not fire.
 */
const triggers = ['startUpload', 'finishUpload', 'startProcessing', 'publish', 'fail', 'retry', 'cancel'] as const;
const matrix: Record<AssignmentStatus, string> = {
  pending: '   uploading  -         -           -          failed  -        cancelled',
  uploading: ' -          uploaded  -           -          failed  -        cancelled',
  uploaded: '  -          -         processing  -          failed  -        cancelled',
  processing: '-          -         -           published  failed  -        -',
  published: ' -          -         -           -          -       -        -',
  failed: '    -          -         -           -          -       pending  -',
  cancelled: ' -          -         -           -          -       -        -',
};

const cells = Object.entries(matrix).flatMap(([status, line]) => {
  const targets = line.trim().split(/\s+/);
  return triggers.map((trigger, index) => ({ status: status as AssignmentStatus, trigger, to: targets[index]! }));
});

describe('the states of an assignment', () => {
  it('are the seven of the specification', () => {
    expect(assignmentStatuses).toEqual([
      'pending',
      'uploading',
      'uploaded',
      'processing',
      'published',
      'failed',
      'cancelled',
    ]);
    expect(Object.keys(transitions)).toEqual([...triggers]);
    expect(cells).toHaveLength(49);
  });

  it.each(cells)('$trigger from $status leads to $to', ({ status, trigger, to }) => {
    expect(canFire(trigger, status)).toBe(to !== '-');
    if (to === '-') return;
    expect(transitions[trigger].to).toBe(to);
    expect(sourcesOf(to as AssignmentStatus)).toContain(status);
  });

  it.each(assignmentStatuses)('%s is reached only from where a trigger leads to it', (target) => {
    const sources = cells.filter(({ to }) => to === target).map(({ status }) => status);
    expect(sourcesOf(target).sort()).toEqual(sources.sort());
  });

  it('have no way out of published and cancelled, and only retry out of failed', () => {
    const waysOut = (status: AssignmentStatus): TransitionName[] =>
      triggers.filter((trigger) => canFire(trigger, status));
    expect(waysOut('published')).toEqual([]);
    expect(waysOut('cancelled')).toEqual([]);
    expect(waysOut('failed')).toEqual(['retry']);
    expect(endedStatuses).toEqual(['published', 'failed', 'cancelled']);
  });

  it('send a webhook at every change but the way back to pending', () => {
    const silent = triggers.filter((trigger) => !transitions[trigger].notify);
    expect(silent).toEqual(['retry']);
  });

  it('leave retry and cancel to callers, all else to the publishing workflow', () => {
    expect(triggers.filter((trigger) => transitions[trigger].by === 'caller')).toEqual(['retry', 'cancel']);
  });
});

describe('the content types', () => {
  it('are the eight of the specification', () => {
    expect([...contentTypes].sort()).toEqual(
      ['video', 'image', 'link', 'text', 'reel', 'short', 'story', 'carousel'].sort(),
    );
  });

  it('need a mediaUrl for video, image, short, reel and story', () => {
    expect([...mediaUrlTypes].sort()).toEqual(['image', 'reel', 'short', 'story', 'video']);
  });
});
