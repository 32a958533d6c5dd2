/**
 * The service's reaction to a failure: it tries again, tries again with another token, waits for a near end, tries a few
 * times, or gives up because no repetition cures it.
 */
export type Kind = 'final' | 'transient' | 'tokenRefused' | 'limited' | 'unfamiliar';

/**
 * Every documented error, typed by hand from the error pages and from recorded answers: its name at the sandbox, the
 * status and the reason that YouTube gives, the failure and the reaction, and some of YouTube's own words.
 */
export const apiErrors: readonly (readonly [string, number, string, string, Kind, string])[] = [
  ['authError', 401, 'authError', 'TOKEN_EXPIRED', 'tokenRefused', 'Invalid Credentials'],
  ['authorizationRequired', 401, 'authorizationRequired', 'TOKEN_EXPIRED', 'tokenRefused', 'Login Required.'],
  ['youtubeSignupRequired', 401, 'youtubeSignupRequired', 'PERMISSION_DENIED', 'final', 'Unauthorized'],
  ['insufficientPermissions', 403, 'insufficientPermissions', 'PERMISSION_DENIED', 'final', 'authentication scopes'],
  ['forbidden', 403, 'forbidden', 'PERMISSION_DENIED', 'final', 'Forbidden'],
  ['unregisteredCaller', 403, 'forbidden', 'PERMISSION_DENIED', 'final', 'unregistered callers'],
  [
    'accountDelegationForbidden',
    403,
    'accountDelegationForbidden',
    'PERMISSION_DENIED',
    'final',
    'act for this account',
  ],
  ['authenticatedUserAccountClosed', 403, 'authenticatedUserAccountClosed', 'PERMISSION_DENIED', 'final', 'is closed'],
  [
    'authenticatedUserAccountSuspended',
    403,
    'authenticatedUserAccountSuspended',
    'PERMISSION_DENIED',
    'final',
    'suspended',
  ],
  ['playlistForbidden', 403, 'playlistForbidden', 'PERMISSION_DENIED', 'final', 'Forbidden'],
  ['accessNotConfigured', 403, 'accessNotConfigured', 'INTERNAL', 'final', 'has not been used in project'],

  ['quotaExceeded', 403, 'quotaExceeded', 'QUOTA_EXCEEDED', 'limited', 'exceeded your quota'],
  ['dailyLimitExceeded', 403, 'dailyLimitExceeded', 'QUOTA_EXCEEDED', 'limited', 'Daily Limit Exceeded'],
  ['rateLimitExceeded', 429, 'rateLimitExceeded', 'QUOTA_EXCEEDED', 'limited', "limit 'Video Uploads per day'"],
  ['uploadLimitExceeded', 400, 'uploadLimitExceeded', 'QUOTA_EXCEEDED', 'final', 'number of videos they may upload'],
  ['queriesPerMinute', 429, 'rateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient', "limit 'Queries per minute'"],
  ['rateLimitExceeded403', 403, 'rateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient', 'Rate Limit Exceeded'],
  ['userRateLimitExceeded', 403, 'userRateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient', 'User Rate Limit'],
  ['servingLimitExceeded', 403, 'servingLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient', 'overall rate limit'],
  ['concurrentLimitExceeded', 403, 'concurrentLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient', 'concurrent usage'],
  [
    'uploadRateLimitExceeded',
    429,
    'uploadRateLimitExceeded',
    'PLATFORM_UNAVAILABLE',
    'transient',
    'too many thumbnails',
  ],

  ['invalidTitle', 400, 'invalidTitle', 'PLATFORM_REJECTED', 'final', 'invalid or empty video title'],
  ['invalidDescription', 400, 'invalidDescription', 'PLATFORM_REJECTED', 'final', 'invalid video description'],
  ['invalidTags', 400, 'invalidTags', 'PLATFORM_REJECTED', 'final', 'invalid video keywords'],
  ['invalidCategoryId', 400, 'invalidCategoryId', 'PLATFORM_REJECTED', 'final', 'invalid or missing category ID'],
  ['invalidPublishAt', 400, 'invalidPublishAt', 'PLATFORM_REJECTED', 'final', 'invalid scheduled publishing time'],
  ['invalidVideoMetadata', 400, 'invalidVideoMetadata', 'PLATFORM_REJECTED', 'final', 'metadata is invalid'],
  ['invalidFilename', 400, 'invalidFilename', 'PLATFORM_REJECTED', 'final', 'specified in the Slug header'],
  [
    'invalidRecordingDetails',
    400,
    'invalidRecordingDetails',
    'PLATFORM_REJECTED',
    'final',
    'invalid recording details',
  ],
  ['invalidVideoGameRating', 400, 'invalidVideoGameRating', 'PLATFORM_REJECTED', 'final', 'invalid video game rating'],
  [
    'defaultLanguageNotSet',
    400,
    'defaultLanguageNotSet',
    'PLATFORM_REJECTED',
    'final',
    'specifying the default language',
  ],
  ['mediaBodyRequired', 400, 'mediaBodyRequired', 'INTERNAL', 'final', 'does not include the video content'],
  ['badContent', 400, 'badContent', 'MEDIA_INVALID', 'final', 'Unsupported media type'],
  ['invalidImage', 400, 'invalidImage', 'PLATFORM_REJECTED', 'final', 'image content is invalid'],
  ['parseError', 400, 'parseError', 'INTERNAL', 'final', 'Parse Error'],
  ['missingRequiredParameter', 400, 'missingRequiredParameter', 'INTERNAL', 'final', 'No filter selected'],
  ['unexpectedParameter', 400, 'unexpectedParameter', 'INTERNAL', 'final', 'Unexpected parameter'],
  ['incompatibleParameters', 400, 'incompatibleParameters', 'INTERNAL', 'final', 'Incompatible parameters'],
  ['invalidFilters', 400, 'invalidFilters', 'INTERNAL', 'final', 'combination of filter parameters'],
  ['invalidPageToken', 400, 'invalidPageToken', 'INTERNAL', 'final', 'invalid page token'],
  ['unknownPart', 400, 'unknownPart', 'INTERNAL', 'final', 'Unknown part'],
  ['unexpectedPart', 400, 'unexpectedPart', 'INTERNAL', 'final', "'status'"],
  ['invalidValue', 400, 'invalid', 'PLATFORM_REJECTED', 'final', 'Invalid value'],
  ['forbiddenPrivacySetting', 403, 'forbiddenPrivacySetting', 'PLATFORM_REJECTED', 'final', 'invalid privacy setting'],
  ['forbiddenLicenseSetting', 403, 'forbiddenLicenseSetting', 'PLATFORM_REJECTED', 'final', 'invalid license'],
  ['forbiddenEmbedSetting', 403, 'forbiddenEmbedSetting', 'PLATFORM_REJECTED', 'final', 'invalid embed setting'],
  ['videoNotFound', 404, 'videoNotFound', 'PLATFORM_REJECTED', 'final', 'cannot be found'],
  ['invalidRegionCode', 400, 'invalidRegionCode', 'PLATFORM_REJECTED', 'final', 'region code is not valid'],
  ['invalidLanguage', 400, 'invalidLanguage', 'PLATFORM_REJECTED', 'final', 'language is not valid'],
  ['videoCategoryNotFound', 404, 'videoCategoryNotFound', 'PLATFORM_REJECTED', 'final', 'cannot be found'],
  ['playlistNotFound', 404, 'playlistNotFound', 'PLATFORM_REJECTED', 'final', 'cannot be found'],
  [
    'playlistItemsNotAccessible',
    403,
    'playlistItemsNotAccessible',
    'PERMISSION_DENIED',
    'final',
    'not properly authorized',
  ],
  [
    'playlistContainsMaximumNumberOfVideos',
    403,
    'playlistContainsMaximumNumberOfVideos',
    'PLATFORM_REJECTED',
    'final',
    'maximum allowed number of items',
  ],
  [
    'playlistOperationUnsupported',
    400,
    'playlistOperationUnsupported',
    'PLATFORM_REJECTED',
    'final',
    'does not support the ability',
  ],
  ['videoAlreadyInPlaylist', 400, 'videoAlreadyInPlaylist', 'PLATFORM_REJECTED', 'final', 'already in the playlist'],
  ['invalidResourceType', 400, 'invalidResourceType', 'PLATFORM_REJECTED', 'final', 'not supported for this operation'],
  ['playlistIdRequired', 400, 'playlistIdRequired', 'PLATFORM_REJECTED', 'final', 'required playlistId property'],
  ['resourceIdRequired', 400, 'resourceIdRequired', 'PLATFORM_REJECTED', 'final', 'specifies a resourceId'],
  ['playlistTitleRequired', 400, 'playlistTitleRequired', 'PLATFORM_REJECTED', 'final', 'specify a playlist title'],
  ['notFound', 404, 'notFound', 'PLATFORM_REJECTED', 'final', 'Not Found'],
  ['deleted', 410, 'deleted', 'PLATFORM_REJECTED', 'final', 'has been deleted'],
  ['conditionNotMet', 412, 'conditionNotMet', 'PLATFORM_REJECTED', 'final', 'Precondition Failed'],
  ['uploadTooLarge', 413, 'uploadTooLarge', 'MEDIA_TOO_LARGE', 'final', 'Request is too large'],
  ['duplicate', 409, 'duplicate', 'DUPLICATE_CONTENT', 'final', 'already exists'],

  ['requestTimeout', 408, 'requestTimeout', 'PLATFORM_UNAVAILABLE', 'transient', 'Request Timeout'],
  ['alreadyExists', 409, 'alreadyExists', 'PLATFORM_UNAVAILABLE', 'transient', 'Requested entity already exists'],
  ['conflict', 409, 'conflict', 'PLATFORM_UNAVAILABLE', 'transient', 'Conflict'],
  ['internalError', 500, 'internalError', 'PLATFORM_UNAVAILABLE', 'transient', 'Internal error encountered'],
  ['badGateway', 502, 'badGateway', 'PLATFORM_UNAVAILABLE', 'transient', 'Bad Gateway'],
  ['backendError', 503, 'backendError', 'PLATFORM_UNAVAILABLE', 'transient', 'Backend Error'],
  ['gatewayTimeout', 504, 'gatewayTimeout', 'PLATFORM_UNAVAILABLE', 'transient', 'timed out'],
];

/** Errors of the upload server in plain text: the name at the sandbox, the reaction, and the words. */
export const uploadErrors: readonly (readonly [string, string, string])[] = [
  ['badContentRange', 'INTERNAL', 'Failed to parse Content-Range header.'],
];

/** The same for the token host: its error, and the failures of a renewal and of an exchange of a code. */
export const oauthErrors: readonly (readonly [string, string, string, string])[] = [
  ['invalid_grant', 'TOKEN_EXPIRED', 'PLATFORM_REJECTED', 'Token has been expired or revoked.'],
  ['invalid_client', 'INTERNAL', 'INTERNAL', 'The OAuth client was not found.'],
  ['invalid_token', 'INTERNAL', 'INTERNAL', 'Token expired or revoked'],
  ['invalid_request', 'INTERNAL', 'INTERNAL', 'Bad Request'],
  ['invalid_scope', 'INTERNAL', 'INTERNAL', 'Bad Request'],
  ['unsupported_grant_type', 'INTERNAL', 'INTERNAL', 'Invalid grant_type'],
  ['redirect_uri_mismatch', 'INTERNAL', 'INTERNAL', 'Bad Request'],
  ['admin_policy_enforced', 'TOKEN_EXPIRED', 'PLATFORM_REJECTED', 'Bad Request'],
];
