import { kinds, oneOfEachPlatform } from '../../kinds';
import type { Kind } from '../../kinds';
import { makePng } from '../../support/media/mediaFiles';
import { assignmentOf } from './assignments';
import type { Stage } from '../stage';

const picture = makePng(640, 360);
const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning\n');

/** Of each platform whose posts can have something beside them, one kind. */
const dressedKinds = oneOfEachPlatform(kinds.filter(({ extras, comment }) => extras ?? comment));

/**
 * Posts that are to have a comment, a picture and a place beside them, as far as their platform has these: a post at once, a
 * post prepared before its time, a post whose picture comes late, and a post whose picture is not there.
 */
export async function dressPosts(stage: Stage, mark: string): Promise<void> {
  for (const kind of dressedKinds) {
    const place = await makePlace(stage, kind);
    const scheduledAt = new Date(Date.now() + 4000).toISOString();
    const lateOnce = (nth: number) => (nth === 1 ? { status: 503 } : { bytes: picture });
    const dress = async (
      name: string,
      served: Parameters<Stage['media']['serve']>[0],
      overrides: Parameters<typeof assignmentOf>[4] = {},
    ) => {
      const [assignment] = assignmentOf(
        stage,
        kind,
        `${mark} ${kind.platform} ${name}`,
        { bytes: kind.media(300_000) },
        overrides,
      );
      const { extras: beside, comment } = kind;
      const extras = {
        ...(comment && { [comment.field]: `A comment of ${mark}` }),
        ...(beside && {
          [beside.picture]: stage.media.serve(served).url,
          [beside.place]: place,
          [beside.places]: [{ name: `Walks of ${mark}` }],
          [beside.captions]: [{ language: 'en', url: stage.media.serve({ bytes: captions }).url }],
        }),
      };
      return stage.create({ ...assignment, payload: { ...Object(assignment['payload']), ...extras } });
    };
    await Promise.all([
      dress('dressed now', { bytes: picture }, { audience: 'public' }),
      dress('dressed ahead', { bytes: picture }, { audience: 'unlisted', scheduledAt }),
      dress('dressed late', lateOnce),
      dress('undressed', { status: 404 }),
    ]);
  }
}

/** On the channel that is in order. */
async function makePlace({ database, channels, sandbox }: Stage, { platform, extras }: Kind): Promise<string> {
  if (!extras) return '';
  const find = 'SELECT external_platform_id AS "channelId" FROM connections WHERE id = $1';
  const [connection] = await database.query<{ channelId: string }>(find, [channels[platform]]);
  const { channelId } = connection!;
  const { accessToken } = await sandbox.control('POST', '/channels', { platform, name: 'Places', channelId });
  return extras.makePlace(sandbox.url, accessToken);
}
