import type { ContentType } from '../../../domain/assignment';
import { createFacebook } from '../../../platforms/facebook/index';
import { sealSession } from '../../../platforms/facebook/sessions';
import { publisherFor } from '../../../platforms/index';
import type { PostState } from '../../../platforms/Publisher';
import { facebookSettings } from '../../support/platforms/facebook';
import { startServer } from '../../support/servers/server';
import { useStopping } from '../../support/use';
import { unlimited } from '../../support/platforms/quota';

const stopping = useStopping();
const call = {
  accessToken: 'EAAtoken',
  channelId: '1',
  spend: unlimited,
  signal: new AbortController().signal,
  notAfterMs: Infinity,
};
const made = { items: [{ session: sealSession({ videoId: '7' }), objectId: '7' }], draftId: null };

/** The state that `look` makes of a video with this status; the page has no stories. */
async function lookAt(type: ContentType, node: object): Promise<PostState> {
  const { url } = stopping(
    await startServer((req, res) => {
      const body = req.url?.includes('/stories') ? { data: [] } : { id: '7', ...node };
      res.writeHead(200, { 'content-type': 'text/javascript; charset=UTF-8' }).end(JSON.stringify(body));
    }),
  );
  return publisherFor(createFacebook(facebookSettings(url)), type).look(call, made, {});
}

const phases = (uploading: string, processing: string, publishing: object = { status: 'not_started' }) => ({
  uploading_phase: { status: uploading },
  processing_phase: { status: processing },
  publishing_phase: publishing,
});
const reel = { kind: 'live', post: { platformPostId: '7', platformUrl: 'https://www.facebook.com/reel/7' } };

describe('a look at a reel', () => {
  it.each<[string, object, object]>([
    [
      'bytes are missing',
      { video_status: 'uploading', ...phases('in_progress', 'not_started') },
      { kind: 'processing' },
    ],
    [
      'processing has not begun before the finish',
      { video_status: 'upload_complete', ...phases('complete', 'not_started') },
      { kind: 'ready' },
    ],
    [
      'processing is over before the finish',
      { video_status: 'ready', ...phases('complete', 'complete') },
      { kind: 'ready' },
    ],
    [
      'it is being processed',
      { video_status: 'processing', ...phases('complete', 'in_progress') },
      { kind: 'processing' },
    ],
    [
      'it is being published',
      { video_status: 'processing', ...phases('complete', 'complete', { status: 'in_progress' }) },
      { kind: 'goingLive', phase: 'publishing' },
    ],
    [
      'it is to be published, and is still being processed',
      { video_status: 'processing', ...phases('complete', 'in_progress', { status: 'in_progress' }) },
      { kind: 'goingLive', phase: 'processing' },
    ],
    [
      'it is published',
      { video_status: 'ready', ...phases('complete', 'complete', { status: 'complete', publish_status: 'published' }) },
      reel,
    ],
    [
      'it is published, in the words of the documentation',
      {
        video_status: 'ready',
        ...phases('completed', 'completed', { status: 'completed', publish_status: 'published' }),
      },
      reel,
    ],
    [
      'the check for copyright has failed, and Facebook publishes it all the same',
      {
        video_status: 'processing',
        ...phases('complete', 'in_progress', { status: 'in_progress' }),
        copyright_check_status: { status: 'error' },
      },
      { kind: 'goingLive', phase: 'processing' },
    ],
    [
      'a phase tells a fault, and Facebook is at publishing it',
      { video_status: 'processing', ...phases('complete', 'error', { status: 'in_progress' }) },
      { kind: 'goingLive', phase: 'publishing' },
    ],
    [
      'it has stayed a draft',
      { video_status: 'ready', ...phases('complete', 'complete', { status: 'complete', publish_status: 'draft' }) },
      { kind: 'ready' },
    ],
  ])('%s', async (_name, status, state) => {
    expect(await lookAt('reel', { status })).toEqual(state);
  });

  it.each<[string, object]>([
    ['of the video', { video_status: 'error' }],
    ['of a phase', { video_status: 'processing', ...phases('complete', 'error') }],
    [
      'of a phase that has not begun',
      {
        video_status: 'processing',
        processing_phase: { status: 'not_started', error: { message: 'Resolution too low' } },
      },
    ],
    [
      'in a list',
      { video_status: 'processing', processing_phase: { status: 'error', errors: [{ code: 1, message: 'Too long' }] } },
    ],
    ['of the check for copyright', { video_status: 'processing', copyright_check_status: { status: 'error' } }],
  ])('tells a fault for good: %s', async (_name, status) => {
    expect(await lookAt('reel', { status })).toMatchObject({ kind: 'failed', code: 'PROCESSING_FAILED' });
  });

  it('that has expired tells that it is lost, unless it is published', async () => {
    const whole = phases('complete', 'not_started');
    const status = { video_status: 'expired', ...whole };
    for (const type of ['reel', 'story', 'video'] as const) {
      expect(await lookAt(type, { status })).toMatchObject({ kind: 'failed', isLost: true });
    }
    const publication = { publishing_phase: { status: 'complete', publish_status: 'published' } };
    expect(await lookAt('reel', { status: { ...status, ...publication } })).toEqual(reel);
  });

  it("quotes Facebook's reason", async () => {
    const status = { video_status: 'error', processing_phase: { status: 'error', error: { message: 'Too long' } } };
    expect(await lookAt('reel', { status })).toMatchObject({
      words: { seen: expect.stringContaining('"Too long"') as string },
    });
  });
});

describe('a look at a video of which Facebook has made a reel', () => {
  const ready = { status: { video_status: 'ready' } };
  it.each(['/reel/7/', 'https://www.facebook.com/reel/7/'])(
    'tells its address once it is published: %s',
    async (url) => {
      const post = { platformPostId: '7', platformUrl: 'https://www.facebook.com/reel/7/' };
      const seen = { ...ready, published: true, permalink_url: url };
      expect(await lookAt('video', seen)).toEqual({ kind: 'live', post });
    },
  );

  it('says what to do if it stays a draft', async () => {
    const seen = { ...ready, published: false, permalink_url: '/reel/7/' };
    expect(await lookAt('video', seen)).toEqual({
      kind: 'ready',
      ifItStays: {
        code: 'PROCESSING_FAILED',
        words: { seen: expect.stringContaining('as a draft'), todo: expect.stringContaining('as type reel') },
      },
    });
  });
});

describe('a look at a video of the feed', () => {
  const live = { kind: 'live', post: { platformPostId: '7', platformUrl: 'https://www.facebook.com/watch/?v=7' } };
  it.each<[string, object, object]>([
    ['is not processed', { status: { video_status: 'processing' }, published: false }, { kind: 'processing' }],
    ['is processed and not published', { status: { video_status: 'ready' }, published: false }, { kind: 'ready' }],
    [
      'is published and not processed',
      { status: { video_status: 'processing' }, published: true },
      { kind: 'goingLive', phase: 'processing' },
    ],
    ['is published and processed', { status: { video_status: 'ready' }, published: true }, live],
    [
      'is published and processed, beside a fault of the check for copyright',
      { status: { video_status: 'ready', copyright_check_status: { status: 'error' } }, published: true },
      live,
    ],
    [
      'is published, processed, and beside a fault of its publication',
      { status: { video_status: 'ready', publishing_phase: { status: 'error' } }, published: true },
      live,
    ],
    [
      'is published, and whose processing tells a fault',
      { status: { video_status: 'error', processing_phase: { status: 'error' } }, published: true },
      { kind: 'goingLive', phase: 'processing' },
    ],
  ])('that %s', async (_name, node, state) => {
    expect(await lookAt('video', node)).toEqual(state);
  });
});

describe('a look at the story of a video', () => {
  it('is on its way where the video is published and the list of stories does not have it yet', async () => {
    const status = { video_status: 'ready', publishing_phase: { status: 'complete', publish_status: 'published' } };
    expect(await lookAt('story', { status })).toEqual({ kind: 'goingLive', phase: 'publishing' });
  });
});
