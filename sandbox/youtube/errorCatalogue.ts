import { captionErrors } from './captionErrors';
import { commentErrors } from './commentErrors';
import { playlistErrors } from './playlistErrors';

/** One error of the API, as data. */
export interface ErrorDescription {
  readonly status: number;
  readonly message: string;
  /** Null: the answer names no domain. */
  readonly domain?: string | null;
  /** If it differs from the error's name. */
  readonly reason?: string;
  readonly location?: string;
  readonly locationType?: string;
  /** The google.rpc name that newer answers add. */
  readonly rpcStatus?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const invalidToken = { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error=invalid_token' };
const inHeader = { location: 'Authorization', locationType: 'header' };
const quotaMessage =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';
const dailyLimitMessage =
  'Daily Limit Exceeded. The quota will be reset at midnight Pacific Time (PT). You may monitor your quota usage and adjust limits in the API Console.';
const notConfiguredMessage =
  'YouTube Data API v3 has not been used in project 000000000000 before or it is disabled. Enable it by visiting the console, then retry.';
const unregisteredMessage =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";

function emptyBucket(metric: string, limit: string): ErrorDescription {
  const message = `Quota exceeded for quota metric '${metric}' and limit '${limit}' of service 'youtube.googleapis.com' for consumer 'project_number:000000000000'.`;
  return { status: 429, reason: 'rateLimitExceeded', message, rpcStatus: 'RESOURCE_EXHAUSTED' };
}

function metadata(location: string, message: string): ErrorDescription {
  return { status: 400, domain: 'youtube.video', message, location, locationType: 'other' };
}

function account(message: string): ErrorDescription {
  return { status: 403, domain: 'global', message };
}

function usage(message: string): ErrorDescription {
  return { status: 403, domain: 'usageLimits', message };
}

function parameter(message: string, location?: string): ErrorDescription {
  return {
    status: 400,
    domain: 'youtube.parameter',
    message,
    locationType: 'parameter',
    ...(location !== undefined && { location }),
  };
}

/** The errors of the YouTube Data API v3 as documented or recorded: name, status, body. README.md lists assumptions. */
export const apiErrors = {
  authError: {
    status: 401,
    message: 'Invalid Credentials',
    ...inHeader,
    rpcStatus: 'UNAUTHENTICATED',
    headers: invalidToken,
  },
  authorizationRequired: { status: 401, message: 'Login Required.', ...inHeader, rpcStatus: 'UNAUTHENTICATED' },
  unregisteredCaller: {
    status: 403,
    reason: 'forbidden',
    message: unregisteredMessage,
    rpcStatus: 'PERMISSION_DENIED',
  },
  youtubeSignupRequired: { status: 401, domain: 'youtube.header', message: 'Unauthorized', ...inHeader },
  insufficientPermissions: { status: 403, message: 'Insufficient Permission', rpcStatus: 'PERMISSION_DENIED' },
  authenticatedUserAccountClosed: account("The authenticated user's YouTube account is closed."),
  authenticatedUserAccountSuspended: account("The authenticated user's YouTube account is suspended."),
  accountDelegationForbidden: account('The authenticated user is not allowed to act for this account.'),
  quotaExceeded: { status: 403, domain: 'youtube.quota', message: quotaMessage },
  dailyLimitExceeded: usage(dailyLimitMessage),
  rateLimitExceeded: emptyBucket('Video Uploads', 'Video Uploads per day'),
  queriesPerMinute: emptyBucket('Queries', 'Queries per minute'),
  rateLimitExceeded403: { ...usage('Rate Limit Exceeded'), reason: 'rateLimitExceeded' },
  userRateLimitExceeded: usage('User Rate Limit Exceeded'),
  servingLimitExceeded: usage('The overall rate limit specified for the API has already been reached.'),
  concurrentLimitExceeded: usage('The concurrent usage limit has been reached.'),
  accessNotConfigured: { ...usage(notConfiguredMessage), rpcStatus: 'PERMISSION_DENIED' },
  uploadRateLimitExceeded: {
    status: 429,
    domain: 'youtube.thumbnail',
    message: 'The channel has uploaded too many thumbnails recently. Please try the request again later.',
  },
  uploadLimitExceeded: {
    status: 400,
    domain: 'youtube.video',
    message: 'The user has exceeded the number of videos they may upload.',
  },
  invalidTitle: metadata('body.snippet.title', 'The request metadata specifies an invalid or empty video title.'),
  invalidDescription: metadata(
    'body.snippet.description',
    'The request metadata specifies an invalid video description.',
  ),
  invalidTags: metadata('body.snippet.tags', 'The request metadata specifies invalid video keywords.'),
  invalidCategoryId: metadata(
    'body.snippet.categoryId',
    'The request metadata specifies an invalid or missing category ID.',
  ),
  invalidPublishAt: metadata(
    'body.status.publishAt',
    'The request metadata specifies an invalid scheduled publishing time.',
  ),
  invalidRegionCode: parameter('The region code is not valid.', 'regionCode'),
  invalidLanguage: parameter('The language is not valid.', 'hl'),
  videoCategoryNotFound: {
    status: 404,
    domain: 'youtube.videoCategory',
    message: 'The video category identified by the <code>id</code> parameter cannot be found.',
    location: 'id',
    locationType: 'parameter',
  },
  invalidVideoMetadata: metadata('body', 'The request metadata is invalid.'),
  invalidFilename: metadata('header.Slug', 'The video filename specified in the Slug header is invalid.'),
  invalidRecordingDetails: metadata(
    'body.recordingDetails',
    'The request metadata specifies invalid recording details.',
  ),
  invalidVideoGameRating: metadata(
    'body.contentDetails',
    'The request metadata specifies an invalid video game rating.',
  ),
  defaultLanguageNotSet: metadata(
    'body.snippet.defaultLanguage',
    'The request is trying to add localized video details without specifying the default language of the video details.',
  ),
  forbiddenPrivacySetting: {
    ...metadata('body.status.privacyStatus', 'The request attempts to set an invalid privacy setting for the video.'),
    status: 403,
  },
  forbiddenLicenseSetting: {
    ...metadata('body.status.license', 'The request attempts to set an invalid license for the video.'),
    status: 403,
  },
  forbiddenEmbedSetting: {
    ...metadata('body.status.embeddable', 'The request attempts to set an invalid embed setting for the video.'),
    status: 403,
  },
  mediaBodyRequired: {
    status: 400,
    domain: 'youtube.video',
    message: 'The request does not include the video content.',
  },
  badContent: {
    status: 400,
    message: 'Unsupported media type. Valid media types: [video/*, application/octet-stream]',
  },
  parseError: { status: 400, message: 'Parse Error' },
  uploadTooLarge: { status: 413, message: 'Request is too large.' },
  forbidden: { status: 403, domain: 'youtube.common', message: 'Forbidden', location: 'id', locationType: 'parameter' },
  videoNotFound: {
    status: 404,
    domain: 'youtube.video',
    message:
      'The video that you are trying to access cannot be found. Check the value of the id to ensure that it is correct.',
    location: 'id',
    locationType: 'parameter',
  },
  ...playlistErrors,
  ...commentErrors,
  ...captionErrors,
  invalidImage: { status: 400, domain: 'youtube.thumbnail', message: 'The provided image content is invalid.' },
  // As most recordings have it (github.com/mitchelljy/Trending-YouTube-Scraper/issues/7).
  missingRequiredParameter: parameter('No filter selected.', ''),
  unexpectedParameter: parameter('Unexpected parameter.'),
  incompatibleParameters: {
    ...parameter('Incompatible parameters specified in the request.', 'parameters.'),
    locationType: 'other',
  },
  invalidFilters: parameter('Invalid combination of filter parameters.'),
  invalidPageToken: parameter('The request specifies an invalid page token.', 'pageToken'),
  unknownPart: {
    status: 400,
    domain: 'youtube.part',
    message: 'Unknown part.',
    location: 'part',
    locationType: 'parameter',
  },
  unexpectedPart: {
    status: 400,
    domain: 'youtube.part',
    message: "'status'",
    location: 'part',
    locationType: 'parameter',
  },
  invalidValue: {
    status: 400,
    domain: null,
    reason: 'invalid',
    message: 'Invalid value',
    rpcStatus: 'INVALID_ARGUMENT',
  },
  notFound: { status: 404, message: 'Not Found' },
  requestTimeout: { status: 408, message: 'Request Timeout' },
  alreadyExists: { status: 409, message: 'Requested entity already exists', rpcStatus: 'ALREADY_EXISTS' },
  conflict: { status: 409, message: 'Conflict', rpcStatus: 'ABORTED' },
  duplicate: { status: 409, message: 'The resource that the request tries to insert already exists.' },
  deleted: { status: 410, message: 'Resource has been deleted' },
  conditionNotMet: { status: 412, message: 'Precondition Failed', location: 'If-Match', locationType: 'header' },
  backendError: { status: 503, message: 'Backend Error', rpcStatus: 'UNAVAILABLE' },
  internalError: { status: 500, message: 'Internal error encountered.', rpcStatus: 'INTERNAL' },
  badGateway: { status: 502, message: 'Bad Gateway' },
  gatewayTimeout: { status: 504, message: 'The request timed out.', rpcStatus: 'DEADLINE_EXCEEDED' },
} as const satisfies Record<string, ErrorDescription>;

export type ApiErrorName = keyof typeof apiErrors;

/** The errors of the token endpoints (RFC 6749, 5.2; Google's descriptions). */
export const oauthErrors = {
  invalid_grant: { status: 400, description: 'Token has been expired or revoked.' },
  invalid_client: { status: 401, description: 'The OAuth client was not found.' },
  invalid_token: { status: 400, description: 'Token expired or revoked' },
  invalid_request: { status: 400, description: 'Bad Request' },
  invalid_scope: { status: 400, description: 'Bad Request' },
  unsupported_grant_type: { status: 400, description: 'Invalid grant_type' },
  redirect_uri_mismatch: { status: 400, description: 'Bad Request' },
  admin_policy_enforced: { status: 400, description: 'Bad Request' },
} as const satisfies Record<string, { status: number; description: string }>;

export type OauthErrorName = keyof typeof oauthErrors;

/** Refusals of the upload server itself, in plain text (README.md lists the assumptions). */
export const uploadErrors = {
  badContentRange: 'Failed to parse Content-Range header.',
} as const satisfies Record<string, string>;
