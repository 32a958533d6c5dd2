import type { Answer } from '../../../platforms/http/exchange';
import { failureOf, saysGone } from '../../../platforms/facebook/failures';
import { stopwatch } from '../../support/stopwatch';

const secret = 'EAAa-secret-access-token';

function answer(status: number, error: object | null, headers: Answer['headers'] = {}): Answer {
  const text = error ? JSON.stringify({ error: { type: 'OAuthException', fbtrace_id: 'Atrace', ...error } }) : '';
  return { from: 'Facebook', asked: 'data', status, headers, text, secrets: [secret], at: new Date() };
}

const permanent = { transient: false, tokenRefused: false, rateLimited: false };
const passing = { transient: true, tokenRefused: false, rateLimited: false };
const unfamiliar = { ...passing, isUnfamiliar: true, isRefusal: false };
const refused = { transient: true, tokenRefused: true, rateLimited: false };
const limited = { transient: true, tokenRefused: false, rateLimited: true, isRefusal: true };

/** Meta's tables of errors and recorded answers: status, code, subcode, words; the failure's code and traits. */
const errors: readonly [number, number, number | null, string, string, object][] = [
  [400, 190, 458, 'has not authorized application', 'TOKEN_EXPIRED', refused],
  [400, 190, 459, 'You cannot access the app till you log in', 'TOKEN_EXPIRED', refused],
  [400, 190, 460, 'The session has been invalidated because the user changed their password', 'TOKEN_EXPIRED', refused],
  [400, 190, 463, 'Session has expired', 'TOKEN_EXPIRED', refused],
  [400, 190, 464, 'Sessions for the user are not allowed because the user is not confirmed', 'TOKEN_EXPIRED', refused],
  [400, 190, 467, 'The session is invalid', 'TOKEN_EXPIRED', refused],
  [401, 190, null, 'Malformed access token', 'TOKEN_EXPIRED', refused],
  [400, 190, 492, 'Session does not match current stored session', 'TOKEN_EXPIRED', refused],
  [400, 190, 493, "The user's access to the app has expired", 'TOKEN_EXPIRED', refused],
  [400, 102, null, 'Session key invalid', 'TOKEN_EXPIRED', refused],
  [500, 1, null, 'An unknown error occurred', 'PLATFORM_UNAVAILABLE', passing],
  [500, 2, null, 'An unexpected error has occurred', 'PLATFORM_UNAVAILABLE', passing],
  [400, 4, null, 'Application request limit reached', 'QUOTA_EXCEEDED', limited],
  [400, 17, null, 'User request limit reached', 'QUOTA_EXCEEDED', limited],
  [400, 32, null, 'Page request limit reached', 'QUOTA_EXCEEDED', limited],
  [400, 613, null, 'Calls to this api have exceeded the rate limit', 'QUOTA_EXCEEDED', limited],
  [400, 80001, null, 'There have been too many calls to this Page account', 'QUOTA_EXCEEDED', limited],
  [400, 341, null, 'Feed action request limit reached', 'QUOTA_EXCEEDED', limited],
  [429, 0, null, 'slow down', 'QUOTA_EXCEEDED', limited],
  [400, 9, null, 'Application publish limit reached', 'QUOTA_EXCEEDED', limited],
  [400, 3, null, 'Application does not have the capability', 'PERMISSION_DENIED', permanent],
  [400, 10, null, 'Application does not have permission for this action', 'PERMISSION_DENIED', permanent],
  [403, 200, null, 'requires both pages_read_engagement and pages_manage_posts', 'PERMISSION_DENIED', permanent],
  [403, 299, null, 'Requires extended permission', 'PERMISSION_DENIED', permanent],
  [400, 283, null, 'Requires pages_read_engagement permission', 'PERMISSION_DENIED', permanent],
  [400, 100, null, 'No permission to publish the video', 'PERMISSION_DENIED', permanent],
  [400, 100, 33, 'Unsupported get request. Object does not exist', 'PERMISSION_DENIED', permanent],
  [404, 803, null, 'Some of the aliases you requested do not exist', 'PERMISSION_DENIED', permanent],
  [400, 100, null, 'Invalid parameter', 'PLATFORM_REJECTED', permanent],
  [400, 324, null, 'Missing or invalid image file', 'MEDIA_INVALID', permanent],
  [400, 352, null, 'The video file you selected is in a format that we don’t support', 'MEDIA_INVALID', permanent],
  [400, 368, null, 'The action attempted has been deemed abusive', 'PLATFORM_REJECTED', permanent],
  [400, 506, null, 'Duplicate status message', 'DUPLICATE_CONTENT', permanent],
  [400, 100, 1609005, 'Error scraping link', 'PLATFORM_REJECTED', permanent],
  [400, 1609008, null, 'You cannot post facebook.com links', 'PLATFORM_REJECTED', permanent],
  [400, 6000, 1363042, 'You do not have permission', 'PERMISSION_DENIED', permanent],
  [400, 6000, 1363023, 'The video is too big', 'MEDIA_TOO_LARGE', permanent],
  [400, 6000, 1363022, 'The video is too small', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363024, 'Unsupported format', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363026, 'The video is too long', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363030, 'The upload timed out', 'UPLOAD_FAILED', passing],
  [400, 6000, 1363019, 'There was a problem uploading your video', 'UPLOAD_FAILED', passing],
  [400, 6000, 1363037, 'Wrong offset', 'UPLOAD_FAILED', passing],
  [400, 6000, 1363033, 'The upload was interrupted', 'UPLOAD_FAILED', passing],
  [400, 6000, 1363047, 'Encoding', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363021, 'The upload failed', 'UPLOAD_FAILED', passing],
  [400, 6000, 1363025, 'The video is too short', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363031, 'The format is not supported', 'MEDIA_INVALID', permanent],
  [400, 6000, 1363041, 'The upload session has expired', 'UPLOAD_FAILED', permanent],
  [400, 6000, 1363045, 'The file has another size than was said', 'MEDIA_INVALID', permanent],
  [400, 100, 1366046, 'Photos should be smaller than 4 MB and saved as JPG, PNG', 'MEDIA_INVALID', permanent],
  [400, 100, 1366051, 'The photo was already posted', 'DUPLICATE_CONTENT', permanent],
  [400, 100, 1390008, 'You are posting too fast', 'QUOTA_EXCEEDED', limited],
  [400, 190, 1404078, 'Page publishing authorization', 'TOKEN_EXPIRED', refused],
  [400, 368, 1404112, 'Your account is limited at the moment', 'PERMISSION_DENIED', permanent],
  [400, 200, 1404078, 'Page publishing authorization', 'PERMISSION_DENIED', permanent],
  [400, 100, 4854002, 'Confirm your identity', 'PERMISSION_DENIED', permanent],
  [400, 101, null, 'Invalid API key', 'INTERNAL', permanent],
  [400, 1, null, 'Error validating client secret.', 'INTERNAL', permanent],
  [400, 100, null, 'Invalid appsecret_proof provided in the API argument', 'INTERNAL', permanent],
  [400, 99999, null, 'Something new', 'PLATFORM_REJECTED', unfamiliar],
];

describe('a failure of Facebook', () => {
  it.each(errors)('%i, code %i, subcode %p: %s becomes %s', (status, code, subcode, words, failureCode, traits) => {
    const failure = failureOf(
      answer(status, { code, message: words, ...(subcode !== null && { error_subcode: subcode }) }),
    );
    expect(failure).toMatchObject({ code: failureCode, ...traits });
    expect(failure.message).toContain(words);
    const place = [
      `HTTP ${status}`,
      `code ${code}`,
      ...(subcode === null ? [] : [`subcode ${subcode}`]),
      'trace Atrace',
    ];
    expect(failure.message).toContain(`(${place.join(', ')})`);
    expect(failure.message).toMatch(/[.]$/);
  });

  it.each([100, 99_999, 1, 2, 6000])('is transient where Facebook says that code %i is', (code) => {
    const error = { code, message: 'Try again', is_transient: true };
    expect(failureOf(answer(400, error))).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });

  it.each([
    [190, undefined, 'TOKEN_EXPIRED'],
    [200, undefined, 'PERMISSION_DENIED'],
    [324, undefined, 'MEDIA_INVALID'],
    [368, undefined, 'PLATFORM_REJECTED'],
    [506, undefined, 'DUPLICATE_CONTENT'],
    [6000, 1363024, 'MEDIA_INVALID'],
    [80001, undefined, 'QUOTA_EXCEEDED'],
  ])(
    'of a known code, %i with subcode %p, is what that stands for though Facebook calls it transient',
    (code, subcode, expected) => {
      const error = { code, message: 'Try again', is_transient: true, ...(subcode && { error_subcode: subcode }) };
      expect(failureOf(answer(400, error)).code).toBe(expected);
    },
  );

  it.each([
    ['', '', 'The action'],
    [' ', undefined, 'The action'],
    ['', 'Blocked', 'Blocked'],
    ['You cannot.', 'Blocked', 'You cannot.'],
  ])('passes over words that are empty: message %j, title %j', (words, title, shown) => {
    const error = { code: 368, message: 'The action', error_user_msg: words, error_user_title: title };
    expect(failureOf(answer(400, error)).message).toContain(`: "${shown}" (HTTP 400`);
  });

  it.each([408, 500, 502, 503])('is transient for a status %i without an error', (status) => {
    expect(failureOf(answer(status, null))).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });

  it("tells the user's message rather than the developer's, and no secret", () => {
    const error = { code: 368, message: 'The action', error_user_msg: `You cannot do this now. ${secret}` };
    const { message } = failureOf(answer(400, error));
    expect(message).toContain('You cannot do this now.');
    expect(message).not.toContain('The action');
    expect(message).not.toContain(secret);
  });

  it.each([
    [100, 33, true],
    [803, undefined, true],
    [100, undefined, false],
    [190, 463, false],
  ])('tells that an object is gone: code %p, subcode %p: %p', (code, subcode, isGone) => {
    expect(saysGone(answer(400, { code, error_subcode: subcode, message: 'm' }))).toBe(isGone);
  });
});

describe('a limit of Facebook', () => {
  const error = { code: 80001, message: '(#80001) There have been too many calls to this Page account.' };
  const usage = (minutes: number[]) =>
    JSON.stringify({ 1: minutes.map((estimate) => ({ type: 'pages', estimated_time_to_regain_access: estimate })) });

  it('is waited for as long as the headers say, and its end is named', () => {
    const passedMs = stopwatch();
    const failure = failureOf(answer(400, error, { 'x-business-use-case-usage': usage([3, 12]) }));
    expect(failure.retryAfterMs).toBe(12 * 60_000);
    const [, named = ''] = /retry after (\S+)\.$/.exec(failure.message) ?? [];
    expect(Math.abs(Date.parse(named) - Date.now() - 12 * 60_000)).toBeLessThan(passedMs() + 1000);
  });

  it('is waited for a day at most, whatever the headers say', () => {
    const failure = failureOf(answer(400, error, { 'x-business-use-case-usage': usage([1e300]) }));
    expect(failure.retryAfterMs).toBe(24 * 3_600_000);
  });

  it.each([
    [{ call_count: 12, total_time: 101, total_cputime: 3 }, 101],
    [{ call_count: 100 }, 100],
  ])("tells how far the app's own limit is used up: %j", (appUsage, percent) => {
    const headers = { 'x-app-usage': JSON.stringify(appUsage), 'x-business-use-case-usage': usage([3]) };
    const failure = failureOf(answer(400, { code: 4, message: '(#4) Application request limit reached' }, headers));
    expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', retryAfterMs: 3 * 60_000 });
    expect(failure.message).toContain(`This service has used ${percent} % of what all of its pages may ask.`);
  });

  it.each(['{', '{}', '[]', '{"call_count":"many"}'])('names no share that Facebook does not tell: %s', (appUsage) => {
    const { message } = failureOf(answer(400, error, { 'x-app-usage': appUsage }));
    expect(message).not.toContain('%');
  });

  it.each([
    ['no header', {}],
    ['an estimate of 0', { 'x-business-use-case-usage': usage([0]) }],
    ['a header that cannot be read', { 'x-business-use-case-usage': '{' }],
    ['a header of another form', { 'x-business-use-case-usage': '{"1": 2}' }],
    ['the usage of the app, which names no time', { 'x-app-usage': '{"call_count":100}' }],
  ])('is taken to last an hour where Facebook does not say: %s', (_name, headers) => {
    const failure = failureOf(answer(400, error, headers));
    expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', retryAfterMs: 3_600_000 });
    expect(failure.message).toContain('Facebook does not say when');
  });
});
