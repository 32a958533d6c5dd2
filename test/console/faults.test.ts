import { refusalOf } from '../../api/http/answerErrors';
import { Refusal } from '../../api/http/errors';
import { notAllowed, tooManyRequests } from '../../api/http/refusals';
import { forAnother } from '../../api/invitations/refusals';
import { tooManyFailures } from '../../api/users/failureLimit';
import { ApiFault, faultOf } from '../../console/http/ApiFault';
import { faultWords } from '../../console/words/faults';

/** A refusal as the API sends it, in words. */
const wordsOfSent = (refusal: Refusal) => {
  const { status, body } = refusalOf(refusal.error(), 'request-1');
  return faultWords(faultOf({ status, statusText: '', headers: { get: () => null } }, body));
};
const wordsOf = (status: number, code: string, message: string, details = {}) =>
  faultWords(new ApiFault(status, code, message, details, null));

describe('a refusal in words', () => {
  it('is of the role by the reason of the API, whatever its words', () => {
    expect(wordsOfSent(notAllowed).title).toBe('Your role does not allow this');
    const inOtherWords = new Refusal('action_not_allowed', () => 'No.');
    expect(wordsOfSent(inOtherWords)).toEqual(wordsOfSent(notAllowed));
    expect(wordsOf(403, 'FORBIDDEN', notAllowed.text).title).toBe('Not allowed');
    expect(wordsOfSent(forAnother)).toEqual({
      title: 'Not allowed',
      advice: 'This invitation is for another email.',
    });
  });

  it('passes over a reason that the page does not know', () => {
    const fault = new ApiFault(409, 'CONFLICT', 'It is busy.', {}, null, 'too_busy');
    expect(faultWords(fault)).toEqual({ title: 'Request rejected', advice: 'It is busy.' });
  });

  it.each([
    ['RATE_LIMITED', 429, tooManyRequests.text],
    ['RATE_LIMITED', 429, tooManyFailures.text],
    ['RATE_LIMITED', 429, 'The daily quota is used up.'],
    ['UNAVAILABLE', 503, 'The platform did not answer in time. Try again in a moment.'],
  ])('of %s (%i) has the reason and the time of the API: %s', (code, status, message) => {
    const { title, advice } = wordsOf(status, code, message);
    expect(advice).toBe(message);
    expect(title).not.toMatch(/service/);
  });

  it.each([
    [1, 0, 'This needs 1 credit, and 0 credits are left.'],
    [1_200, 1, 'This needs 1,200 credits, and 1 credit is left.'],
  ])('counts %i credits that are needed and %i that are left', (required, balance, counted) => {
    const { advice } = wordsOf(402, 'INSUFFICIENT_CREDITS', '', { required, balance });
    expect(advice).toContain(counted);
    // It is read by members, too, who may not buy.
    expect(advice).not.toMatch(/\. Buy/);
  });

  it('is the same where there is no answer, and where there is none in time', () => {
    expect(wordsOf(0, 'LATE', '')).toEqual(wordsOf(0, 'OFFLINE', ''));
  });
});
