import { storyOf } from '../../console/screens/assignment/story';
import type { Told } from '../../console/screens/assignment/story';
import { assignmentStatuses } from '../../domain/assignment';
import type { AssignmentStatus } from '../../domain/assignment';
import { isInPlace } from '../../domain/assignment/allows';
import { removalStates } from '../../domain/assignment/removal';
import { failureKinds } from '../../domain/failures/failures';
import { removalModes } from '../../domain/platform';

const day = '2026-12-01T';
const at = (clock: string): string => `${day}${clock}:00.000Z`;
const place = {
  channel: 'Demo Channel',
  platform: 'YouTube',
  nowMs: Date.parse(at('16:55')),
  style: { locale: 'en-GB', timezone: 'Europe/Berlin' },
  bytesPerSecond: null,
};
const entry = (status: AssignmentStatus, clock: string) => ({
  status,
  at: at(clock),
  errors: [],
  failedTries: { count: 0, latest: [] },
  resolution: null,
});
const plain: Told = {
  status: 'pending',
  payload: { title: 'Cliffs' },
  errors: [],
  scheduledAt: null,
  publishedAt: null,
  timeline: [entry('pending', '16:40')],
  progress: null,
  removal: null,
  preparation: null,
  isPaused: false,
  isResolvable: false,
};
const tell = (post: Partial<Told>, where = {}) => storyOf({ ...plain, ...post }, { ...place, ...where });
const evening = at('17:00');
const preparation = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'The source answered 503.', at: at('16:50') };
const removal = {
  mode: 'delete',
  status: 'due',
  requestedAt: at('16:45'),
  requestedBy: 'user',
  endedAt: null,
  error: null,
} as const;
const ready = [entry('pending', '16:40'), entry('uploading', '16:50'), entry('uploaded', '16:51')];
const progress = { bytesTransferred: 66_000_000, bytesTotal: 115_000_000 };

it.each<[string, Partial<Told>, object, string, string | null]>([
  ['pending, at once', {}, {}, 'In the queue for Demo Channel', null],
  ['pending, scheduled', { scheduledAt: evening }, {}, 'Waiting for 18:00 to publish to Demo Channel', null],
  [
    'pending, on another day',
    { scheduledAt: '2026-12-03T17:00:00.000Z' },
    {},
    'Waiting for 3 Dec, 18:00 to publish to Demo Channel',
    null,
  ],
  ['pending, its time is over', { scheduledAt: at('16:54') }, {}, 'In the queue for Demo Channel', null],
  [
    'pending, not prepared',
    { scheduledAt: evening, preparation, isPaused: true },
    {},
    'Waiting for 18:00 to publish to Demo Channel',
    'edit',
  ],
  ['uploading, nothing known', { status: 'uploading' }, {}, 'Uploading to Demo Channel', null],
  ['uploading', { status: 'uploading', progress }, {}, 'Uploading to Demo Channel, 66.0 of 115 MB', null],
  [
    'uploading, with its rate',
    { status: 'uploading', progress },
    { bytesPerSecond: 1_100_000 },
    'Uploading to Demo Channel, 66.0 of 115 MB, about 45 s left',
    null,
  ],
  [
    'uploading, the whole is not known',
    { status: 'uploading', progress: { bytesTransferred: 4_200, bytesTotal: null } },
    { bytesPerSecond: 10 },
    'Uploading to Demo Channel, 4.2 kB',
    null,
  ],
  ['uploading, without a channel', { status: 'uploading' }, { channel: null }, 'Uploading to YouTube', null],
  [
    'uploaded, scheduled',
    { status: 'uploaded', scheduledAt: evening, timeline: ready },
    {},
    'Waiting for 18:00, ready since 17:51',
    null,
  ],
  [
    'uploaded, at once',
    { status: 'uploaded', timeline: ready },
    {},
    'Ready, and about to be published to Demo Channel',
    null,
  ],
  ['processing', { status: 'processing' }, {}, 'YouTube is making the post public', null],
  ['published', { status: 'published', publishedAt: at('16:52') }, {}, 'Live on Demo Channel since 17:52', 'view'],
  [
    'cancelled',
    { status: 'cancelled', timeline: [entry('cancelled', '16:41')] },
    {},
    'Cancelled at 17:41. Nothing was published.',
    null,
  ],
  ['failed, without a reason', { status: 'failed' }, {}, 'The post was not published', 'retry'],
  ['being deleted', { status: 'published', removal }, {}, 'Being deleted from YouTube, since 17:45', null],
  [
    'deleted',
    { status: 'published', removal: { ...removal, status: 'done', endedAt: at('16:46') } },
    {},
    'Deleted from YouTube at 17:46',
    null,
  ],
  [
    'not made private',
    {
      status: 'published',
      removal: {
        ...removal,
        mode: 'private',
        status: 'failed',
        endedAt: at('16:46'),
        error: { code: 'PLATFORM_REJECTED', message: 'YouTube says no.' },
      },
    },
    {},
    'Not made private on YouTube: given up at 17:46',
    'takeDown',
  ],
])('tells of a post that is %s', (_state, post, where, words, mend) => {
  const story = tell(post, where);
  expect([`${story.lead}${story.progress ?? ''}`, story.mend]).toEqual([words, mend]);
});

it.each([
  ['QUOTA_EXCEEDED', 'YouTube takes no more posts for now', 'retry'],
  ['UPLOAD_FAILED', 'The media did not reach YouTube', 'retry'],
  ['TOKEN_EXPIRED', 'YouTube no longer accepts the access to Demo Channel', 'channels'],
  ['TOKEN_MISSING', 'There is no access to Demo Channel', 'channels'],
  ['CONNECTION_INACTIVE', 'Demo Channel is switched off or removed', 'channels'],
  ['MEDIA_DOWNLOAD_FAILED', 'The media could not be downloaded', 'retry'],
  ['MEDIA_BLOCKED_ADDRESS', 'The address of the media is not public', 'anew'],
  ['MEDIA_TOO_LARGE', 'The media is too large for YouTube', 'anew'],
  ['MEDIA_INVALID', 'YouTube cannot use this media', 'anew'],
  ['PLATFORM_REJECTED', 'YouTube refused the title', 'anew'],
  ['PLATFORM_UNAVAILABLE', 'YouTube could not be reached', 'retry'],
  ['PERMISSION_DENIED', 'Demo Channel did not grant a permission', 'channels'],
  ['DUPLICATE_CONTENT', 'YouTube already has this post', 'anew'],
  ['PROCESSING_FAILED', 'YouTube could not process the media', 'anew'],
  ['PROCESSING_TIMEOUT', 'YouTube took too long to process the media', 'retry'],
  ['OUTCOME_UNKNOWN', 'YouTube may have published the post', 'retry'],
  ['INTERNAL', 'This service failed', 'retry'],
  ['NEWER_THAN_THIS_PAGE', 'The post was not published', 'retry'],
] as const)('tells why a post failed, and what mends it: %s', (code, cause, mend) => {
  const message = 'The snippet has an invalidTitle.';
  const story = tell({ status: 'failed', errors: [{ code, message }] });
  expect([story.lead, story.mend]).toEqual([`${cause}: ${message}`, mend]);
  expect(story.notes).toHaveLength(1);
});

it.each(['mediaUrl', 'payload.mediaUrls[1]', 'payload.thumbnailUrl'])(
  'names no field of the API at the beginning of a reason: %s',
  (field) => {
    const errors = [{ code: 'MEDIA_DOWNLOAD_FAILED', message: `${field}: The source answered 403.` }];
    expect(tell({ status: 'failed', errors }).lead).toBe('The media could not be downloaded: The source answered 403.');
  },
);

it('has a sentence of its own for every kind of failure', () => {
  const leads = Object.keys(failureKinds).map(
    (code) => tell({ status: 'failed', errors: [{ code, message: '' }] }).lead,
  );
  expect(new Set(leads).size).toBe(leads.length);
});

it('asks a person who can see the channel before anything else, where the outcome is open', () => {
  const errors = [{ code: 'OUTCOME_UNKNOWN', message: 'No answer came.' }];
  expect(tell({ status: 'failed', errors, isResolvable: true }).mend).toBe('resolve');
});

/** Every post of the conditions that come together. */
const all = assignmentStatuses.flatMap((status) => {
  const codes = status === 'failed' ? [null, ...Object.keys(failureKinds)] : [null];
  const removals = status === 'published' ? [null, ...everyRemoval()] : [null];
  return codes.flatMap((code) =>
    removals.flatMap((taken) =>
      [null, preparation].flatMap((prepared) =>
        [null, evening].flatMap((scheduledAt) =>
          [null, progress].map((moved): Told => ({
            ...plain,
            status,
            scheduledAt,
            progress: moved,
            removal: taken,
            preparation: prepared,
            isPaused: prepared !== null,
            errors: code === null ? [] : [{ code, message: 'A reason.' }],
          })),
        ),
      ),
    ),
  );
});

function everyRemoval() {
  return removalModes.flatMap((mode) => removalStates.map((status) => ({ ...removal, mode, status })));
}

it('offers nothing that the state does not allow, and leaves no gap in a sentence, whatever comes together', () => {
  const asked = { anew: 'retry', channels: 'retry' } as const;
  const faulty = all.filter((post) => {
    const { lead, progress: words, notes, mend } = tell(post);
    const isWhole = !/undefined|null|NaN|^ *$/.test([lead, words ?? '', ...notes].join(' '));
    if (mend === null || mend === 'view') return !isWhole;
    return !isWhole || !isInPlace(mend === 'anew' || mend === 'channels' ? asked[mend] : mend, post);
  });
  expect([all.length, faulty]).toEqual([240, []]);
});
