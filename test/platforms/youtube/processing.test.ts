import { Settings } from '../../../sandbox/settings';
import { YoutubeSettings } from '../../../sandbox/youtube/settings';
import { made, uploadVideo, useYouTube } from '../../support/platforms/youtube';

const { failureReason, processingFailureReason, rejectionReason } = YoutubeSettings.shape;

/** The reasons of the resource page of `videos`, typed by hand, and their failures. */
const failureReasons = ['conversion', 'invalidFile', 'emptyFile', 'tooSmall', 'codec', 'uploadAborted'];
const processingFailureReasons = ['uploadFailed', 'transcodeFailed', 'streamingFailed', 'other'];
const rejections = [
  ['copyright', 'PLATFORM_REJECTED'],
  ['inappropriate', 'PLATFORM_REJECTED'],
  ['duplicate', 'DUPLICATE_CONTENT'],
  ['termsOfUse', 'PLATFORM_REJECTED'],
  ['uploaderAccountSuspended', 'PLATFORM_REJECTED'],
  ['length', 'PLATFORM_REJECTED'],
  ['claim', 'PLATFORM_REJECTED'],
  ['uploaderAccountClosed', 'PLATFORM_REJECTED'],
  ['trademark', 'PLATFORM_REJECTED'],
  ['legal', 'PLATFORM_REJECTED'],
];
const outcomes = [
  ...failureReasons.map((reason) => [{ outcome: 'failed', failureReason: reason }, 'PROCESSING_FAILED', reason]),
  ...processingFailureReasons.map((reason) => [
    { outcome: 'failed', failureReason: null, processingFailureReason: reason },
    'PROCESSING_FAILED',
    reason,
  ]),
  ...rejections.map(([reason, code]) => [{ outcome: 'rejected', rejectionReason: reason }, code, reason]),
  [{ outcome: 'terminated' }, 'PROCESSING_FAILED', 'terminated'],
] as [object, string, string][];

describe('the processing of a video', () => {
  const channel = useYouTube();

  const stateAfter = async (settings: object) => {
    await channel.change(settings);
    const video = made(await uploadVideo(channel));
    return channel.publisher.look(channel.call, video, { title: 'A title', privacy: 'public' });
  };

  it.each(outcomes)('that ends with %j fails with %s and the word "%s"', async (settings, code, word) => {
    const words = expect.objectContaining({ seen: expect.stringContaining(`"${word}"`) as string }) as object;
    expect(await stateAfter(settings)).toEqual({ kind: 'failed', code, words });
  });

  it('sends the owner of a channel to verify its phone number where the video is too long for it', async () => {
    const words = { whoActs: 'channel owner', todo: expect.stringContaining('youtube.com/verify') as string };
    expect(await stateAfter({ outcome: 'rejected', rejectionReason: 'length' })).toMatchObject({ words });
  });

  it.each([
    ['succeeded', 'ready'],
    ['stuck', 'processing'],
  ])('that is %s is %s', async (outcome, kind) => {
    expect(await stateAfter({ outcome })).toEqual({ kind });
  });

  it('is known with every reason that the sandbox can give', () => {
    expect(failureReasons).toEqual(failureReason.unwrap().options);
    expect(processingFailureReasons).toEqual(processingFailureReason.options);
    expect(rejections.map(([reason]) => reason)).toEqual(rejectionReason.options);
    const known = new Set(outcomes.map(([settings]) => (settings as { outcome: string }).outcome));
    expect([...known, 'succeeded', 'stuck'].toSorted()).toEqual(Settings.shape.outcome.options.toSorted());
  });
});
