import { familyOf, ownFault, refusedBy } from '../http/meaning';
import { dailyQuota, tooFast } from './rule';
import type { Refusal, Rule } from './rule';
import { knownOfTokens } from './tokenRules';

const tooLarge = {
  code: 'MEDIA_TOO_LARGE',
  transient: false,
  happened: 'The media is larger than YouTube takes',
  advice: 'Send a smaller file.',
} as const;

/** A failed assignment keeps its content. */
const changeThePost = 'Change the post accordingly, and send it as another assignment.';

/** The form of a request is ours alone: no payload and no media can change it. */
const malformed = {
  code: 'INTERNAL',
  transient: false,
  happened: "YouTube found a fault in this service's request",
  advice: 'Look at the log; the post is not the reason.',
} as const;

const noPermission = {
  code: 'PERMISSION_DENIED',
  transient: false,
  happened: 'YouTube does not let us do this on the channel',
  advice: 'Connect the channel again, as its owner, and leave all boxes ticked.',
} as const;

const refusedToken = {
  code: 'TOKEN_EXPIRED',
  transient: true,
  tokenRefused: true,
  happened: 'YouTube refused the access token',
  advice: 'If this stays so, connect the channel again.',
} as const;

const busy = {
  code: 'PLATFORM_UNAVAILABLE',
  transient: true,
  happened: 'YouTube is busy with another request for the same thing',
  advice: 'Retry later.',
} as const;

/**
 * Sources: the error pages of the YouTube Data API (videos.insert, videos.update, thumbnails.set, playlistItems.insert,
 * core API errors), the codes of google.rpc that newer answers name instead, and answers recorded in the wild where these
 * are silent: an empty bucket of uploads is a 429 that no wait of minutes cures (googleapis/google-api-python-client#2753),
 * a channel's own limit is a 400 (porjo/youtubeuploader#212), and a session may be refused with a 409 that passes
 * (DayMoonDevelopment/post-for-me#337).
 */
const known: readonly Rule[] = [
  {
    reasons: ['uploadLimitExceeded'],
    code: 'QUOTA_EXCEEDED',
    transient: false,
    happened: "The channel has reached YouTube's limit of uploads",
    advice: 'Retry after 24 hours.',
  },
  {
    reasons: ['accessNotConfigured'],
    code: 'INTERNAL',
    transient: false,
    happened: "YouTube does not know this service's project",
    advice: 'Enable the YouTube Data API for it.',
  },
  {
    reasons: ['youtubeSignupRequired'],
    code: 'PERMISSION_DENIED',
    transient: false,
    happened: 'The Google account has no YouTube channel',
    advice: 'Create a channel on YouTube, then connect it again.',
  },
  {
    reasons: ['forbiddenPrivacySetting', 'forbiddenLicenseSetting', 'forbiddenEmbedSetting'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'YouTube refused a setting of the post',
    advice: changeThePost,
  },
  {
    reasons: ['playlistContainsMaximumNumberOfVideos'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'The playlist is full',
    advice: 'Name another playlist.',
  },
  {
    reasons: ['commentsDisabled'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'YouTube takes no comments on the video',
    advice: 'Allow comments on YouTube, then name the comment once more by a PATCH.',
  },
  {
    ...noPermission,
    reasons: [
      'ineligibleAccount',
      'insufficientPermissions',
      'forbidden',
      'accountDelegationForbidden',
      'authenticatedUserAccountClosed',
      'authenticatedUserAccountSuspended',
      'playlistForbidden',
      'playlistItemsNotAccessible',
      'PERMISSION_DENIED',
    ],
  },
  {
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
  // The upload server speaks for itself, without a reason.
  { ...malformed, reasons: [''], words: /Content-Range|number of bytes uploaded/i },
  {
    reasons: ['duplicate'],
    code: 'DUPLICATE_CONTENT',
    transient: false,
    happened: 'YouTube says that it already has this',
    advice: 'Look at the channel before you make another post.',
  },
  { reasons: ['uploadTooLarge'], ...tooLarge },
  {
    ...refusedBy('YouTube'),
    reasons: [
      'invalidTitle',
      'invalidDescription',
      'invalidTags',
      'invalidCategoryId',
      'invalidPublishAt',
      'invalidVideoMetadata',
      'invalidFilename',
      'invalidRecordingDetails',
      'invalidVideoGameRating',
      'defaultLanguageNotSet',
      'invalidImage',
      'invalidRegionCode',
      'invalidLanguage',
      'videoCategoryNotFound',
      'invalid',
      'INVALID_ARGUMENT',
      'videoNotFound',
      'playlistNotFound',
      'notFound',
      'NOT_FOUND',
      'deleted',
      'conditionNotMet',
      'videoAlreadyInPlaylist',
      'playlistOperationUnsupported',
      'invalidResourceType',
      'playlistIdRequired',
      'resourceIdRequired',
      'playlistTitleRequired',
      'commentTextRequired',
      'contentRequired',
      'invalidMetadata',
      'nameTooLong',
      'captionNotFound',
      'commentTextTooLong',
      'processingFailure',
    ],
  },
  { reasons: ['quotaExceeded', 'dailyLimitExceeded'], ...dailyQuota },
  { statuses: [403, 429], words: /per day/i, ...dailyQuota },
  {
    reasons: [
      'rateLimitExceeded',
      'userRateLimitExceeded',
      'servingLimitExceeded',
      'concurrentLimitExceeded',
      'uploadRateLimitExceeded',
      'RESOURCE_EXHAUSTED',
    ],
    ...tooFast,
  },
  { reasons: ['authError', 'authorizationRequired', 'UNAUTHENTICATED'], ...refusedToken },
  { reasons: ['captionExists', 'alreadyExists', 'conflict', 'ALREADY_EXISTS', 'ABORTED'], ...busy },
  {
    reasons: [
      'requestTimeout',
      'internalError',
      'badGateway',
      'backendError',
      'gatewayTimeout',
      'INTERNAL',
      'UNAVAILABLE',
    ],
    ...ownFault('YouTube'),
  },
  // The meaning of a status alone.
  { statuses: [413], ...tooLarge },
  { statuses: [429], ...tooFast },
  { statuses: [408], ...ownFault('YouTube'), happened: 'YouTube did not get the request in time' },
  { statuses: [409], ...busy },
  { statuses: [401], reasons: [''], ...refusedToken },
];

/** The known meaning of an answer other than 2xx; undefined for an answer that is in no table. */
export function knownMeaning(refusal: Refusal): Rule | undefined {
  if (familyOf(refusal.status) === 500) return undefined;
  return (refusal.asked === 'tokens' ? knownOfTokens : known).find((rule) => fits(rule, refusal));
}

function fits({ statuses, reasons, words }: Rule, refusal: Refusal): boolean {
  if (statuses && !statuses.includes(refusal.status)) return false;
  if (reasons && !reasons.includes(refusal.reason)) return false;
  return words === undefined || words.test(refusal.words);
}
