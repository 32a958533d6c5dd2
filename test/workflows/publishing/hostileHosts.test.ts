import { paced } from '../../../domain/pace';
import { Assignment } from '../../../models/assignments/Assignment';
import { kindOf, mediaOf, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import { createHostileHosts } from '../../support/platforms/hostileHosts';
import { makePng } from '../../support/media/mediaFiles';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun, Overrides } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { startReceiver } from '../../support/servers/webhookReceiver';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';

/** Slots of each kind in place of the 100 of a worker. One workspace asks for more of its hosts than there are. */
const slots = 3;
const theirs = slots + 2;
const hostile = createHostileHosts();

const publishing = usePublishing({
  platforms: { open: platformsOfKinds, at: platformsAt },
  deps: {
    safeFetch: hostile.safeFetch,
    platformCallsInFlightMax: slots,
    uploadsInFlightMax: slots,
    workspaceUploadsInFlightMax: slots - 1,
    webhooksInFlightMax: 2 * slots,
  },
});
const receiver = use(startReceiver);
beforeAll(async () => {
  for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
});
afterEach(() => hostile.release());
afterAll(() => hostile.close());

const carousel = kindOf({ platform: 'facebook', type: 'carousel' });
const text = kindOf({ platform: 'facebook', type: 'text' });
const png = makePng(1280, 720);
const inMs = (ms: number): Date => new Date(Date.now() + ms);
const anHourAhead = () => ({ scheduledAt: inMs(3_600_000), prepareAheadSeconds: 7200 });

const statusOf = async ({ assignmentId }: CreatedRun) => (await Assignment.findByPk(assignmentId))!.status;
/** @param query of the addresses of its media */
const carouselAssignment = (name: string, query = ''): Overrides => {
  const bytes = mediaOf(carousel, 20_000, name);
  const urls = Array.from({ length: carousel.mediaCount }, () => publishing.media.serve({ bytes }).url + query);
  return { platform: 'facebook', ...requestOf(carousel, carousel.payload(name, 'public'), urls), mediaUrl: null };
};
const textAssignment = (name: string): Overrides => {
  return { platform: 'facebook', ...requestOf(text, text.payload(name, 'public'), []), mediaUrl: null };
};
const withThumbnail = (query = ''): Overrides => {
  const thumbnailUrl = publishing.media.serve({ bytes: png }).url + query;
  return { payload: { title: 'With a picture', privacy: 'public', tags: [], madeForKids: false, thumbnailUrl } };
};

async function submitAll(channel: Channel, assignmentOf: (nth: number) => Overrides): Promise<CreatedRun[]> {
  const nths = Array.from({ length: theirs }, (_, nth) => nth);
  return Promise.all(nths.map(async (nth) => publishing.submit(channel, assignmentOf(nth))));
}

interface Feature {
  platform: 'youtube' | 'facebook';
  /** Submits assignments, and waits until their hosts hang. @returns the assignments that go live all the same */
  hang: (channel: Channel) => Promise<CreatedRun[]>;
}

/** Each feature of a worker that asks a host which a caller has named. */
const features: Record<string, Feature> = {
  'the last look at the sources of a carousel': {
    platform: 'facebook',
    hang: async (channel) => {
      const assignments = await submitAll(channel, (nth) => ({
        ...carouselAssignment(`Mine ${nth}`, hostile.query),
        ...anHourAhead(),
      }));
      await until(async () => (await Promise.all(assignments.map(isPrepared))).every(Boolean));
      hostile.hang();
      const last = await Promise.all(
        assignments.map(async (assignment) =>
          rescheduleAssignment(publishing, assignment, inMs(paced(60_000) - 2_000)),
        ),
      );
      // The posts go live at their time: a machine that stands still until then has asked no host.
      const areLive = async () =>
        (await Promise.all(assignments.map(statusOf))).every((status) => status === 'published');
      await until(async () => hostile.asked() >= theirs * carousel.mediaCount || areLive(), 60_000);
      return last;
    },
  },
  'the thumbnail of a post that is prepared': {
    platform: 'youtube',
    hang: async (channel) => {
      hostile.hang();
      const assignments = await submitAll(channel, () => ({ ...withThumbnail(hostile.query), ...anHourAhead() }));
      await until(() => hostile.asked() >= theirs);
      return Promise.all(
        assignments.map(async (assignment) => rescheduleAssignment(publishing, assignment, inMs(2_000))),
      );
    },
  },
  'the thumbnail of a post that is live': {
    platform: 'youtube',
    hang: async (channel) => {
      hostile.hang();
      const assignments = await submitAll(channel, () => withThumbnail(hostile.query));
      await until(() => hostile.asked() >= theirs);
      return assignments;
    },
  },
  'the sources of a carousel that is transferred': {
    platform: 'facebook',
    hang: async (channel) => {
      hostile.hang();
      await submitAll(channel, (nth) => carouselAssignment(`Mine ${nth}`, hostile.query));
      await until(() => hostile.asked() >= slots - 1);
      return [];
    },
  },
  'the receiver of webhooks': {
    platform: 'facebook',
    hang: async (channel) => {
      hostile.hang();
      const callbackUrl = publishing.media.serve({}).url + hostile.query;
      const assignments = await submitAll(channel, (nth) => ({ ...textAssignment(`Mine ${nth}`), callbackUrl }));
      await until(() => hostile.asked() >= slots);
      return assignments;
    },
  },
};

async function isPrepared({ assignmentId }: CreatedRun): Promise<boolean> {
  return (await Assignment.findByPk(assignmentId))!.preparedAt !== null;
}

it.each(Object.entries(features))(
  'while one workspace asks hosts that hang: %s',
  async (_feature, { platform, hang }) => {
    const assignments = await hang(await publishing.connect({ platform }));
    await publishesAll();
    await until(async () => (await Promise.all(assignments.map(statusOf))).every((status) => status === 'published'));
  },
);

/** Another workspace publishes a text, a carousel, and a video with its thumbnail, and its receiver hears of each. */
async function publishesAll(): Promise<void> {
  const page = await publishing.connect({ platform: 'facebook' });
  const channel = await publishing.connect();
  const callbackUrl = receiver.url;
  const video = await publishing.submit(channel, { ...withThumbnail(), callbackUrl });
  const assignments = [
    video,
    await publishing.submit(page, { ...textAssignment('Another text'), callbackUrl }),
    await publishing.submit(page, { ...carouselAssignment('Another carousel'), callbackUrl }),
  ];
  for (const assignment of assignments) {
    const { run, row } = await publishing.outcomeOf(assignment);
    expect([run, row.status]).toEqual(['COMPLETED', 'published']);
    await until(() => receiver.received.some(({ body }) => isPublished(body, assignment)));
  }
  expect((await publishing.outcomeOf(video)).videos).toMatchObject([{ thumbnail: { setCount: 1 } }]);
}

function isPublished(body: string, { assignmentId }: CreatedRun): boolean {
  const event: Json = JSON.parse(body);
  return event.assignmentId === assignmentId && event.status === 'published';
}
