import type { FailureCode } from '../../domain/failures';

/** YouTube's answer when it refuses a request. */
export interface Refusal {
  readonly status: number;
  /** Both are empty where the answer names none. */
  readonly reason: string;
  readonly words: string;
  /** The upload server speaks for itself, without the API's JSON. */
  readonly isPlainText: boolean;
}

/** The meaning of a refusal. A field that is left out fits everything; the first rule that fits decides. */
export interface Rule {
  /** Every status that is no 4xx (5xx, a stray redirect) counts as 500 here. */
  readonly statuses?: readonly number[];
  readonly reasons?: readonly string[];
  readonly words?: RegExp;
  readonly isPlainText?: true;
  readonly code: FailureCode;
  readonly transient: boolean;
  readonly tokenRefused?: true;
  readonly rateLimited?: true;
  /** It passes at the end of YouTube's day. */
  readonly resetsDaily?: true;
  readonly happened: string;
  readonly advice: string;
}

const dailyQuota = {
  code: 'QUOTA_EXCEEDED',
  transient: true,
  rateLimited: true,
  happened: "The service's daily YouTube quota is used up",
  resetsDaily: true,
  advice: 'It resets at midnight Pacific time; retry after that.',
} as const;

const tooFast = {
  code: 'PLATFORM_UNAVAILABLE',
  transient: true,
  rateLimited: true,
  happened: 'YouTube asks for fewer requests',
  advice: 'Retry later.',
} as const;

/** The form of a request is ours alone: no payload and no media can change it. */
const malformed = {
  statuses: [400],
  code: 'INTERNAL',
  transient: false,
  happened: "YouTube found a fault in this service's request",
  advice: 'The operator has to look at it; the post is not the reason.',
} as const;

/**
 * Sources: the error pages of the YouTube Data API (videos.insert, videos.update, core API errors), and answers recorded
 * in the wild where these are silent: an empty bucket of uploads is a 429 that no wait of minutes cures
 * (googleapis/google-api-python-client#2753), a channel's own limit is a 400 (porjo/youtubeuploader#212), and a session
 * may be refused with a 409 that passes (DayMoonDevelopment/post-for-me#337).
 */
const rules: readonly Rule[] = [
  { statuses: [403, 429], reasons: ['quotaExceeded', 'dailyLimitExceeded'], ...dailyQuota },
  { statuses: [403, 429], words: /per day/i, ...dailyQuota },
  {
    statuses: [400, 403, 429],
    reasons: ['uploadLimitExceeded'],
    code: 'QUOTA_EXCEEDED',
    transient: false,
    happened: "The channel has reached YouTube's limit of uploads",
    advice: 'Retry after 24 hours.',
  },
  { statuses: [429], ...tooFast },
  {
    statuses: [403],
    reasons: ['rateLimitExceeded', 'userRateLimitExceeded', 'servingLimitExceeded', 'concurrentLimitExceeded'],
    ...tooFast,
  },
  {
    statuses: [403],
    reasons: ['accessNotConfigured'],
    code: 'INTERNAL',
    transient: false,
    happened: "YouTube does not know this service's project",
    advice: 'The operator has to enable the YouTube Data API for it.',
  },
  {
    statuses: [401, 403],
    reasons: ['youtubeSignupRequired'],
    code: 'PERMISSION_DENIED',
    transient: false,
    happened: 'The Google account has no YouTube channel',
    advice: 'Create a channel on YouTube, then connect it again.',
  },
  {
    statuses: [401],
    code: 'TOKEN_EXPIRED',
    transient: true,
    tokenRefused: true,
    happened: 'YouTube refused the access token',
    advice: 'If this stays so, connect the channel again.',
  },
  {
    statuses: [403],
    reasons: ['forbiddenPrivacySetting', 'forbiddenLicenseSetting', 'forbiddenEmbedSetting'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'YouTube refused a setting of the post',
    advice: 'Change the post accordingly, then retry.',
  },
  {
    statuses: [403],
    reasons: ['playlistContainsMaximumNumberOfVideos'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'The playlist is full',
    advice: 'Name another playlist.',
  },
  {
    statuses: [403],
    code: 'PERMISSION_DENIED',
    transient: false,
    happened: 'YouTube does not let us do this on the channel',
    advice: 'Connect the channel again, as its owner, and leave all boxes ticked.',
  },
  {
    statuses: [400],
    reasons: ['badContent'],
    code: 'MEDIA_INVALID',
    transient: false,
    happened: 'YouTube does not take media of this kind',
    advice: 'Send a file with a video in it.',
  },
  {
    ...malformed,
    reasons: [
      'parseError',
      'mediaBodyRequired',
      'unknownPart',
      'unexpectedPart',
      'missingRequiredParameter',
      'unexpectedParameter',
      'incompatibleParameters',
      'invalidFilters',
      'invalidPageToken',
    ],
  },
  { ...malformed, isPlainText: true },
  {
    statuses: [408],
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: 'YouTube did not get the request in time',
    advice: 'Retry later.',
  },
  {
    statuses: [409],
    reasons: ['duplicate'],
    code: 'DUPLICATE_CONTENT',
    transient: false,
    happened: 'YouTube says that it already has this',
    advice: 'Look at the channel before you make another post.',
  },
  {
    statuses: [409],
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: 'YouTube is busy with another request for the same thing',
    advice: 'Retry later.',
  },
  {
    statuses: [413],
    code: 'MEDIA_TOO_LARGE',
    transient: false,
    happened: 'The media is larger than YouTube takes',
    advice: 'Send a smaller file.',
  },
  {
    statuses: [500],
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: 'YouTube answered with an error of its own',
    advice: 'Retry later.',
  },
];

const refused: Rule = {
  code: 'PLATFORM_REJECTED',
  transient: false,
  happened: 'YouTube refused the request',
  advice: 'Change the post accordingly, then retry.',
};

/** The rule for an answer other than 2xx. Status and reason decide together: neither alone says whether it will pass. */
export function ruleFor(refusal: Refusal): Rule {
  return rules.find((rule) => fits(rule, refusal)) ?? refused;
}

function fits({ statuses, reasons, words, isPlainText }: Rule, refusal: Refusal): boolean {
  const family = refusal.status >= 400 && refusal.status < 500 ? refusal.status : 500;
  if (statuses && !statuses.includes(family)) return false;
  if (reasons && !reasons.includes(refusal.reason)) return false;
  if (isPlainText && !refusal.isPlainText) return false;
  return words === undefined || words.test(refusal.words);
}
