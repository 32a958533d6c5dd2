import type { FailureCode } from '../../../domain/failures/failures';
import { bytes } from '../amounts';

interface Upload {
  done: number;
  /** Null: not known, as of the time that is left. */
  total: number | null;
  left: string | null;
}

interface Names {
  platform: string;
  /** The channel, or its platform. */
  channel: string;
  /** The part of the post that the platform names, or the post. */
  part: string;
}

/** Why a post was not published. Each is followed by the words of the platform or the service. */
const causes: Readonly<Record<FailureCode, (names: Names) => string>> = {
  QUOTA_EXCEEDED: ({ platform }) => `${platform} takes no more posts for now`,
  UPLOAD_FAILED: ({ platform }) => `The media did not reach ${platform}`,
  TOKEN_EXPIRED: ({ platform, channel }) => `${platform} no longer accepts the access to ${channel}`,
  TOKEN_MISSING: ({ channel }) => `There is no access to ${channel}`,
  CONNECTION_INACTIVE: ({ channel }) => `${channel} is switched off or removed`,
  MEDIA_DOWNLOAD_FAILED: () => 'The media could not be downloaded',
  MEDIA_BLOCKED_ADDRESS: () => 'The address of the media is not public',
  MEDIA_TOO_LARGE: ({ platform }) => `The media is too large for ${platform}`,
  MEDIA_INVALID: ({ platform }) => `${platform} cannot use this media`,
  PLATFORM_REJECTED: ({ platform, part }) => `${platform} refused ${part}`,
  PLATFORM_UNAVAILABLE: ({ platform }) => `${platform} could not be reached`,
  PERMISSION_DENIED: ({ channel }) => `${channel} did not grant a permission`,
  DUPLICATE_CONTENT: ({ platform }) => `${platform} already has this post`,
  PROCESSING_FAILED: ({ platform }) => `${platform} could not process the media`,
  PROCESSING_TIMEOUT: ({ platform }) => `${platform} took too long to process the media`,
  OUTCOME_UNKNOWN: ({ platform }) => `${platform} may have published the post`,
  INTERNAL: () => 'This service failed',
};

/** The story of a post in sentences. A time is in words: "18:00", "1 Dec, 18:00". */
export const texts = {
  story: {
    title: 'State',
    queued: (channel: string) => `In the queue for ${channel}`,
    waiting: (time: string, channel: string) => `Waiting for ${time} to publish to ${channel}`,
    ready: (time: string, since: string | null) =>
      since === null ? `Waiting for ${time}` : `Waiting for ${time}, ready since ${since}`,
    readyNow: (channel: string) => `Ready, and about to be published to ${channel}`,
    uploading: (channel: string) => `Uploading to ${channel}`,
    processing: (platform: string) => `${platform} is making the post public`,
    live: (channel: string, since: string | null) =>
      since === null ? `Live on ${channel}` : `Live on ${channel} since ${since}`,
    cancelled: (time: string | null) =>
      time === null ? 'Cancelled. Nothing was published.' : `Cancelled at ${time}. Nothing was published.`,
    notPublished: 'The post was not published',
    because: (cause: string, message: string) => `${cause}: ${message}`,

    /** ", 66.0 of 115 MB, about 45 s left". */
    progress: ({ done, total, left }: Upload) =>
      [total === null ? bytes(done) : share(done, total), ...(left === null ? [] : [`about ${left} left`])]
        .map((part) => `, ${part}`)
        .join(''),
    progressName: 'Upload progress',

    unprepared: (message: string) => `It could not be prepared yet: ${message}`,
    preparedAgain: 'Preparation is retried until the scheduled time.',

    /** Fields that a platform names in its refusal. */
    parts: [
      ['title', 'the title'],
      ['description', 'the description'],
      ['message', 'the text'],
      ['tags', 'the tags'],
      ['thumbnail', 'the thumbnail'],
    ] as const,
    wholePost: 'the post',

    removal: {
      due: {
        delete: (platform: string, time: string) => `Being deleted from ${platform}, since ${time}`,
        private: (platform: string, time: string) => `Being made private on ${platform}, since ${time}`,
      },
      done: {
        delete: (platform: string, time: string) => `Deleted from ${platform} at ${time}`,
        private: (platform: string, time: string) => `Private on ${platform} since ${time}`,
      },
      failed: {
        delete: (platform: string, time: string) => `Not deleted from ${platform}: given up at ${time}`,
        private: (platform: string, time: string) => `Not made private on ${platform}: given up at ${time}`,
      },
    },
    removalAgain: 'Take it down again to try once more.',
  },

  causes,

  timeline: {
    /** "Published 18:00:02". */
    milestone: (name: string, time: string) => `${name} ${time}`,
    names: {
      pending: 'Created',
      uploading: 'Uploading since',
      uploaded: 'Ready',
      processing: 'Processing since',
      published: 'Published',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    retried: 'Retried',
    show: 'Show all steps',
    hide: 'Hide the steps',
  },
};

/** "66.0 of 115 MB": the unit once where both have the same one. */
function share(done: number, total: number): string {
  const [part, whole] = [bytes(done), bytes(total)];
  const [amount, unit] = part.split(' ');
  return unit === whole.split(' ')[1] ? `${amount} of ${whole}` : `${part} of ${whole}`;
}
