import { Connection } from '../../../models/connections/Connection';
import { isCall, wordsFor } from '../../kinds';
import type { OutsideCall } from '../../kinds';
import { facebookReel } from '../../kinds/facebookReel';
import { facebookText } from '../../kinds/facebookText';
import { youtubeVideo } from '../../kinds/youtubeVideo';
import { expectPublished, submit, useKinds } from './kindAssignments';

const publishing = useKinds();

/** An error of which each platform reads one part, in unknown words. */
const body = { error: { message: 'Mind the gap.', code: 70_001, errors: [{ reason: 'somethingNew' }] } };
const unfamiliar = { status: 418, body };

const { calls: ofVideo } = youtubeVideo;
const { calls: ofText } = facebookText;
const cases = [
  ['the start of its upload', youtubeVideo, ofVideo.upload[0]!, 'opens'],
  ['its upload', youtubeVideo, ofVideo.upload[1]!, 'opens'],
  ['a look', youtubeVideo, ofVideo.look, 'opens'],
  ['its publication', youtubeVideo, ofVideo.publish, 'publishes'],
  ['its draft', facebookText, ofText.stage, 'opens'],
  ['its publication', facebookText, ofText.publish, 'publishes'],
  ['its publication', facebookReel, facebookReel.calls.publish, 'publishes'],
] as const;

/** The requests of the last assignment, in their order. */
const requests = async (seq: number) => publishing.callsSince(seq);
const madeOf = async (seq: number, call: OutsideCall) => (await requests(seq)).filter((one) => isCall(one, call));

describe('a refusal in words that nobody knows', () => {
  it.each(cases.map((one) => [`${wordsFor(one[1])}: ${one[0]}`, one] as const))(
    'is tried three times, and then told in those words: %s',
    async (_name, [, kind, call, does]) => {
      await publishing.fault({ ...call, times: 1000 }, unfamiliar);
      const assignment = await submit(publishing, kind);
      const { row, statuses } = await publishing.outcomeOf(assignment, 60_000);
      expect(row.errors).toEqual([
        { code: 'PLATFORM_REJECTED', message: expect.stringMatching(/"Mind the gap\.".*HTTP 418/) as string },
      ]);
      expect(statuses.at(-1)).toBe('failed');
      // The clean-up may ask so, too.
      const asked = (await madeOf(assignment.seq, call)).filter(({ fault }) => fault !== null);
      const isOfCleanUp = call === ofVideo.look || call === ofVideo.upload[1];
      expect(isOfCleanUp ? Math.min(asked.length, 3) : asked.length).toBe(3);
      if (does !== 'publishes') return;
      const all = await requests(assignment.seq);
      const looked = asked.map(({ seq }) => all.filter((one) => isCall(one, kind.calls.look) && one.seq > seq).length);
      // A look follows each request, also the last request.
      expect(looked[0]!).toBeGreaterThan(looked[1]!);
      expect(looked[1]!).toBeGreaterThan(looked[2]!);
      expect(looked[2]!).toBeGreaterThan(0);
    },
  );

  it('that passes keeps no post from going live, once', async () => {
    for (const [, , call] of cases) await publishing.fault(call, unfamiliar);
    const kinds = [...new Set(cases.map(([, kind]) => kind))];
    const assignments = await Promise.all(
      kinds.map(async (kind) => ({ kind, assignment: await submit(publishing, kind) })),
    );
    for (const { kind, assignment } of assignments) await expectPublished(publishing, kind, assignment);
    const struck = (await requests(0)).filter(({ fault }) => fault !== null);
    expect(struck.length).toBeGreaterThanOrEqual(cases.length);
  });

  it.each([
    ['Google', youtubeVideo, { error: 'some_thing_new' }, 'authError'],
    ['Google', youtubeVideo, { error: 'internal_failure' }, 'authError'],
    ['Facebook', facebookText, body, 'sessionExpired'],
  ])(
    'of the token host of %s is a fault of the platform: the assignment goes on, and its connection stays valid',
    async (_name, kind, said, error) => {
      const { renew, upload, stage } = kind.calls;
      await publishing.fault(upload[0] ?? stage, { error });
      await publishing.fault({ ...renew, times: 5 }, { status: 400, body: said });
      const assignment = await submit(publishing, kind);
      await expectPublished(publishing, kind, assignment);
      expect(await madeOf(assignment.seq, renew)).toHaveLength(6);
      const connection = await Connection.findByPk(assignment.channel.connectionId, { raw: true });
      expect(connection?.tokenStatus).toBe('valid');
    },
  );
});
