import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { requireCreation } from '../../../platforms/facebook/direct/creatingAnswer';

const answer = (status: number, body: unknown) => ({
  from: 'Facebook',
  asked: 'data' as const,
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
  secrets: [],
  at: new Date(),
});
const error = (code: number, more: object = {}) => ({ error: { message: 'Words', code, ...more } });

/** The word for an answer: `made`, `refused` where the post was certainly not made, or `open`. */
function wordFor(status: number, body: unknown, isRepeat = false): string {
  try {
    requireCreation(answer(status, body), isRepeat);
    return 'made';
  } catch (failure) {
    if (!(failure instanceof PublishFailure)) throw failure;
    return failure.isRefusal ? 'refused' : failure.tokenRefused ? 'token' : 'open';
  }
}

it.each([
  ['a success', 200, { id: '1_2' }, 'made', 'made'],
  ['a success that is not readable', 200, '<html>', 'made', 'made'],
  ['an error with 200', 200, error(200), 'refused', 'refused'],
  ['a missing permission', 403, error(200), 'refused', 'refused'],
  ['a parameter that is wrong', 400, error(100), 'refused', 'refused'],
  ['a limit', 400, error(4, { is_transient: true }), 'refused', 'refused'],
  ['a limit of the page', 400, error(32), 'refused', 'refused'],
  ['429 without words', 429, '', 'refused', 'refused'],
  ['a duplicate', 400, error(506), 'refused', 'open'],
  ['a block', 400, error(368), 'refused', 'open'],
  ['a duplicate by its subcode', 400, error(100, { error_subcode: 506 }), 'refused', 'open'],
  ['a photo that was used', 400, error(100, { error_subcode: 1366051 }), 'open', 'open'],
  ['code 1', 400, error(1), 'open', 'open'],
  ['code 2', 400, error(2), 'open', 'open'],
  ['code -1', 400, error(-1), 'open', 'open'],
  ['a known code that is transient', 400, error(100, { is_transient: true }), 'open', 'open'],
  ['an unknown code', 400, error(987_654), 'open', 'open'],
  ['a 4xx that is not readable', 400, '<html>', 'open', 'open'],
  ['a known code with a 5xx', 500, error(200), 'open', 'open'],
  ['a limit with a 5xx', 503, error(4), 'open', 'open'],
  ['a 5xx without words', 502, '', 'open', 'open'],
  ['a redirect', 302, '', 'open', 'open'],
  ['408', 408, '', 'open', 'open'],
  ['a refused token', 400, error(190), 'token', 'token'],
])('%s is judged as of a first call, and of one whose post may be there: %s', (_what, status, body, first, repeat) => {
  expect([wordFor(status, body), wordFor(status, body, true)]).toEqual([first, repeat]);
});
