import { wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import { usePace } from '../../support/jest/pace';
import { retryAssignment } from '../operations/retryAssignment';
import { creatingCall, directKinds, expectPublishedOnce, expectUnknown, useDirectPublishing } from './directPublishing';
import type { Ended } from './directPublishing';

/** Ten minutes of looks are nine seconds. */
usePace(0.015);
const publishing = useDirectPublishing('direct');

/** The end of a post of each kind whose creating call meets a fault; null: none. */
async function endsAfter(fault: object | null, title: string): Promise<Ended[]> {
  return Promise.all(
    directKinds.map(async (kind) => {
      const channel = await publishing.connectPage();
      if (fault) await publishing.fault(creatingCall(kind, channel), fault);
      return publishing.endOf(kind, await publishing.submit(channel, publishing.request(kind, title)));
    }),
  );
}

const isKnownByMedia = ({ mediaCount }: Kind): boolean => mediaCount > 0;

it('a post of each kind is made public by one call, and no draft is made', async () => {
  for (const end of await endsAfter(null, 'By one call')) {
    expectPublishedOnce(end);
    expect([wordsFor(end.kind), end.creations]).toEqual([wordsFor(end.kind), 1]);
  }
});

/** The call has its effect, and its answer leaves the outcome open (test/platforms/facebook/creatingAnswer.test.ts has all such answers). */
const openAnswers: Record<string, object> = {
  'no answer': { loseAnswer: true },
  'status 500': { status: 500, afterEffect: true },
  'an unknown 4xx': { status: 400, body: { error: { message: 'Never heard of', code: 987_654 } }, afterEffect: true },
  'success without an id': { status: 200, body: {}, afterEffect: true },
};

it.each(Object.entries(openAnswers))(
  'a post whose creating call had its effect is found, and no second call is made: %s',
  async (_answer, fault) => {
    for (const end of await endsAfter(fault, 'Found again')) {
      expectPublishedOnce(end);
      expect([wordsFor(end.kind), end.creations]).toEqual([wordsFor(end.kind), 1]);
    }
  },
);

it.each([
  ['permissionsMissing', 'PERMISSION_DENIED'],
  ['duplicate', 'DUPLICATE_CONTENT'],
  ['blocked', 'PLATFORM_REJECTED'],
  ['customLimit', 'QUOTA_EXCEEDED'],
])('a known refusal is no open outcome: %s', async (error, code) => {
  for (const { kind, outcome, shown, creations } of await endsAfter({ error }, 'Refused')) {
    const found = [wordsFor(kind), outcome.row.status, outcome.row.errors[0]?.code, shown.length, creations];
    expect(found).toEqual([wordsFor(kind), 'failed', code, 0, 1]);
  }
});

it('a call that never arrived is repeated where media would lead to its post; else its outcome stays unknown, until a retry', async () => {
  const ends = await endsAfter({ cutAfterBytes: 0 }, 'Never arrived');
  for (const end of ends.filter(({ kind }) => isKnownByMedia(kind))) {
    expectPublishedOnce(end);
    expect([wordsFor(end.kind), end.creations]).toEqual([wordsFor(end.kind), 2]);
  }
  for (const end of ends.filter(({ kind }) => !isKnownByMedia(kind))) {
    expectUnknown(end);
    expect(end.creations).toBe(1);
    const again = await publishing.endOf(end.kind, await retryAssignment(publishing, end.assignment));
    expectPublishedOnce(again);
    expect(again.creations).toBe(2);
  }
});
