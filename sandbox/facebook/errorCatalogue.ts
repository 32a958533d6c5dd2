/** One error of the Graph host, as data (reference §5.1). */
export interface ErrorDescription {
  readonly status?: number;
  readonly code: number;
  readonly message: string;
  readonly subcode?: number;
  /** `OAuthException` if left out. */
  readonly type?: string;
  readonly isTransient?: boolean;
  readonly userTitle?: string;
  readonly userMessage?: string;
  readonly data?: object;
  /** The word of `WWW-Authenticate`; `invalid_request` if left out. */
  readonly challenge?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error of a token that is good no more. */
export const deadToken = (subcode: number | undefined, reason: string): ErrorDescription => ({
  code: 190,
  ...(subcode !== undefined && { subcode }),
  message: `Error validating access token: ${reason}`,
  challenge: 'invalid_token',
});

const proof = (message: string): ErrorDescription => ({ code: 100, type: 'GraphMethodException', message });

const code = (subcode: number, message: string): ErrorDescription => ({
  code: 100,
  subcode,
  message,
  challenge: 'invalid_code',
});

const permission = (number: number, message: string): ErrorDescription => ({
  code: number,
  status: number === 200 ? 403 : 400,
  message: `(#${number}) ${message}`,
  challenge: 'insufficient_scope',
});

const forUser = (number: number, subcode: number | null, userTitle: string, userMessage: string): ErrorDescription => ({
  code: number,
  ...(subcode !== null && { subcode }),
  message: number === 100 ? 'Invalid parameter' : `(#${number}) ${userTitle}`,
  userTitle,
  userMessage,
});

const video = (subcode: number, userMessage: string): ErrorDescription => ({
  code: 6000,
  subcode,
  message: 'There was a problem uploading your video file. Please try again with another file.',
  userTitle: 'Video Upload Error',
  userMessage,
});

const pageUsage = (minutes: number) =>
  JSON.stringify({
    '100000000000000': [
      {
        type: 'pages',
        call_count: 100,
        total_cputime: 100,
        total_time: 100,
        estimated_time_to_regain_access: minutes,
      },
    ],
  });

/** Facebook tells the end of a session in the time of California (recorded: `Saturday, 13-Jun-26 05:00:00 PDT`). */
export function expiredReason(expiredAtMs: number, nowMs: number): string {
  return `Session has expired on ${californianTime(expiredAtMs)}. The current time is ${californianTime(nowMs)}.`;
}

function californianTime(timeMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    weekday: 'long',
    day: '2-digit',
    month: 'short',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(timeMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [day, time] = [['day', 'month', 'year'] as const, ['hour', 'minute', 'second'] as const];
  return `${part('weekday')}, ${day.map(part).join('-')} ${time.map(part).join(':')} ${part('timeZoneName')}`;
}

/** The errors of the Graph host by name, as documented or recorded. README.md lists the assumptions. */
export const graphErrors = {
  unknown: { status: 500, code: 1, message: 'An unknown error occurred', isTransient: true },
  service: {
    status: 500,
    code: 2,
    message: 'An unexpected error has occurred. Please retry your request later.',
    isTransient: true,
  },
  unavailable: { status: 503, code: 2, message: 'Service temporarily unavailable', isTransient: true },
  appLimit: { code: 4, message: '(#4) Application request limit reached', isTransient: true },
  userLimit: { code: 17, message: '(#17) User request limit reached', isTransient: true },
  pageLimit: { code: 32, message: '(#32) Page request limit reached' },
  customLimit: { code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' },
  apiLimit: { code: 341, message: '(#341) Feed action request limit reached' },
  businessLimit: {
    code: 80001,
    message:
      '(#80001) There have been too many calls to this Page account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
    headers: { 'X-Business-Use-Case-Usage': pageUsage(5) },
  },
  malformedToken: {
    code: 190,
    message: 'Invalid OAuth access token - Cannot parse access token',
    challenge: 'invalid_token',
  },
  appRemoved: deadToken(458, 'The user has not authorized application.'),
  checkpoint: deadToken(
    459,
    'You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  ),
  passwordChanged: deadToken(
    460,
    'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  ),
  sessionExpired: deadToken(463, expiredReason(Date.UTC(2026, 5, 13, 12), Date.UTC(2026, 5, 13, 12, 26, 40))),
  unconfirmed: deadToken(464, 'Sessions for the user are not allowed because the user is not a confirmed user.'),
  tokenInvalid: deadToken(467, 'The session is invalid because the user logged out.'),
  roleLost: deadToken(
    492,
    'Session does not match current stored session. This may be because the user lost their role on the Page.',
  ),
  dataAccessExpired: deadToken(493, "The user's access to the app has expired."),
  sessionKey: { code: 102, message: 'Session key invalid or no longer valid', challenge: 'invalid_token' },
  noToken: { code: 104, message: 'An access token is required to request this resource.' },
  noTokenForMe: {
    code: 2500,
    message: 'An active access token must be used to query information about the current user.',
  },
  proofMissing: proof('API calls from the server require an appsecret_proof argument'),
  proofWrong: proof('Invalid appsecret_proof provided in the API argument'),
  engagementForbidden: permission(200, 'Requires pages_manage_engagement permission to manage the object'),
  permissionsMissing: permission(
    200,
    'If posting to a group, requires app being installed in the group, and \\ If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission',
  ),
  readingForbidden: permission(
    10,
    "This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature. Refer to https://developers.facebook.com/docs/apps/review/login-permissions#manage-pages for details.",
  ),
  engagementMissing: permission(283, 'Requires pages_read_engagement permission to manage the object'),
  unpublishedForbidden: permission(200, 'Unpublished posts must be posted to a page as the page itself.'),
  pageTokenMissing: permission(210, 'A page access token is required to request this resource.'),
  videoForbidden: { code: 100, message: '(#100) No permission to publish the video' },
  invalidParameter: { code: 100, message: '(#100) Invalid parameter' },
  nonexistingField: { code: 100, message: '(#100) Tried accessing nonexisting field' },
  missingObject: {
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      'Unsupported request. Object does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api',
  },
  unknownPath: { code: 2500, message: 'Unknown path components' },
  invalidMetric: { code: 100, message: '(#100) The value must be a valid insights metric' },
  photoMissing: { code: 324, message: '(#324) Requires upload file' },
  photoUnreadable: forUser(
    100,
    1366046,
    "Can't Read Files",
    "Your photos couldn't be uploaded. Photos should be less than 4 MB and saved as JPG or PNG files.",
  ),
  photoInvalid: { code: 324, subcode: 2069019, message: '(#324) Missing or invalid image file' },
  photoUsed: forUser(100, 1366051, 'Already Posted', 'These photos were already posted.'),
  videoUnsupported: {
    code: 352,
    subcode: 1363024,
    message: "(#352) Sorry, the video file you selected is in a format that we don't support.",
  },
  videoTooBig: video(1363023, 'The video file you tried to upload is too large.'),
  videoTooSmall: video(1363022, 'The video file you tried to upload is too small.'),
  videoTimeout: { ...video(1363030, 'Your video upload timed out before it could be completed.'), isTransient: true },
  videoRetry: {
    ...video(1363019, 'There was a problem uploading your video file. Please try again.'),
    isTransient: true,
  },
  videoInterrupted: video(1363033, 'The upload of the video was interrupted.'),
  videoSessionExpired: video(1363041, 'This upload session has expired. Please try again.'),
  videoNotAllowed: video(1363042, 'You do not have permission to upload videos here.'),
  videoSizeMismatch: video(1363045, 'The size of the file does not match the size that was given.'),
  videoEncoding: video(1363047, 'There was a problem encoding the video.'),
  wrongOffset: {
    code: 6001,
    subcode: 1363037,
    message: 'There was a problem uploading your video. Please try again.',
    userTitle: 'Error Uploading Video',
    userMessage: 'There was a problem uploading your video. Please try uploading it again.',
  },
  blocked: {
    code: 368,
    message: 'The action attempted has been deemed abusive or is otherwise disallowed',
    userTitle: "You can't use this feature right now",
    userMessage: 'We limit how often you can post, comment or do other things in a given amount of time.',
  },
  duplicate: {
    code: 506,
    message: '(#506) Duplicate status message',
    userTitle: 'Duplicate Status Update',
    userMessage: 'This status update is identical to the last one you posted. Try posting something different.',
  },
  linkUnreadable: forUser(1609005, null, 'Link Error', 'There was a problem scraping data from the provided link.'),
  linkForbidden: forUser(1609008, null, 'Link Error', "You can't post Facebook links here."),
  tooFast: forUser(368, 1390008, 'You are posting too fast', 'You are going too fast. Slow down.'),
  authorizationNeeded: forUser(
    200,
    1404078,
    'Page Publishing Authorization',
    'You need to complete Page Publishing Authorization.',
  ),
  identityNeeded: forUser(
    200,
    4854002,
    'Confirm your identity',
    'Confirm your identity before you can publish as this Page.',
  ),
  accountLimited: forUser(368, 1404112, 'Account limited', 'Your account is limited at the moment.'),
  clientUnknown: {
    code: 101,
    message: 'Error validating application. Cannot get application info due to a system error.',
    challenge: 'invalid_client',
  },
  clientSecretWrong: { code: 1, message: 'Error validating client secret.', challenge: 'invalid_client' },
  redirectMissing: { code: 191, message: 'Missing redirect_uri parameter.' },
  codeInvalid: { code: 100, message: 'Invalid verification code format.', challenge: 'invalid_code' },
  codeExpired: code(36007, 'This authorization code has expired.'),
  redirectDiffers: code(
    36008,
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  ),
  codeUsed: code(36009, 'This authorization code has been used.'),
} satisfies Record<string, ErrorDescription>;
export type GraphErrorName = keyof typeof graphErrors;
