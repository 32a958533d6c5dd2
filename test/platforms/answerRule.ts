import type { PublishFailure } from '../../domain/failures/PublishFailure';
import { apiErrors, oauthErrors } from './youtube/documentedErrors';

/**
 * The rule of contract.md §2, "Answers of a platform", written down once more: words known to be final, then words
 * known to pass, then the rest. Each word stands for its known meaning, by hand; a word that is not here is invented.
 */
export type Class =
  | { is: 'final'; code: string }
  | { is: 'passing'; code: string }
  | { is: 'limited'; code: string }
  | { is: 'tokenRefused' }
  | { is: 'unfamiliar' };

export const fault: Class = { is: 'passing', code: 'PLATFORM_UNAVAILABLE' };
const final = (code: string): Class => ({ is: 'final', code });
export const statuses = [400, 401, 403, 429, 500, 503] as const;

export interface Host {
  readonly asked: 'tokens' | 'data';
  /** The words of the host's documents and of recorded answers. */
  readonly known: ReadonlyMap<string, Class>;
  /** A known word counts with a 5xx, too. */
  readonly knowsWordsOfFaults: boolean;
  /** A 429 that has no known word. */
  readonly tooFast: Class;
  /** The body of a refusal in this word. */
  readonly say: (word: string) => object;
  readonly invented: readonly string[];
}

/** The meaning of an answer at the host, by the rule. */
export function expected({ asked, known, knowsWordsOfFaults, tooFast }: Host, status: number, word: string): Class {
  const isFault = status >= 500;
  const meaning = isFault && !knowsWordsOfFaults ? undefined : known.get(word);
  if (meaning) return meaning;
  if (isFault) return fault;
  if (status === 429) return tooFast;
  return asked === 'tokens' ? fault : { is: 'unfamiliar' };
}

/** The class that the service has given an answer. */
export function classOf({ code, transient, tokenRefused, rateLimited, isUnfamiliar }: PublishFailure): Class {
  if (isUnfamiliar) return code === 'PLATFORM_REJECTED' && transient ? { is: 'unfamiliar' } : final(`odd ${code}`);
  if (tokenRefused) return { is: 'tokenRefused' };
  if (rateLimited) return { is: 'limited', code };
  return { is: transient ? 'passing' : 'final', code };
}

const reasons = (word: string) => ({ error: { message: 'Words.', errors: [{ reason: word }] } });
const oauth = (word: string) => ({ error: word, error_description: 'Words.' });
const graph = (word: string) => ({ error: { message: 'Words.', type: 'OAuthException', code: Number(word) } });

const inventedWords = Array.from({ length: 20 }, (_, nth) => `some_thing_new_${nth}`);
const inventedCodes = inventedWords.map((_, nth) => `${70_001 + nth}`);

const slowDown: Class = { is: 'limited', code: 'PLATFORM_UNAVAILABLE' };
export const dataOfYouTube: Host = {
  asked: 'data',
  known: new Map(
    // One reason is that of an empty bucket, too, with words that say so.
    apiErrors.map(([, , reason, code, kind]): [string, Class] => {
      if (reason.endsWith('ateLimitExceeded') || ['servingLimitExceeded', 'concurrentLimitExceeded'].includes(reason))
        return [reason, slowDown];
      if (kind === 'tokenRefused') return [reason, { is: 'tokenRefused' }];
      return [reason, { is: kind === 'transient' ? 'passing' : kind === 'limited' ? 'limited' : 'final', code }];
    }),
  ),
  knowsWordsOfFaults: false,
  tooFast: slowDown,
  say: reasons,
  invented: inventedWords,
};
/** @param refused the failure of a refused grant: of a renewal's refresh token, or of an exchange's code */
export const tokensOfYouTube = (refused: string): Host => ({
  asked: 'tokens',
  known: new Map<string, Class>([
    ...oauthErrors.map(([word, code]): [string, Class] => [word, final(code === 'TOKEN_EXPIRED' ? refused : code)]),
    ...['internal_failure', 'server_error', 'temporarily_unavailable'].map((word): [string, Class] => [word, fault]),
    ['rate_limit_exceeded', slowDown],
  ]),
  knowsWordsOfFaults: false,
  tooFast: slowDown,
  say: oauth,
  invented: inventedWords,
});

const limit: Class = { is: 'limited', code: 'QUOTA_EXCEEDED' };
const codes = (refusedToken: Class): [string, Class][] => [
  ...[190, 102].map((code): [string, Class] => [`${code}`, refusedToken]),
  ...[1, 2].map((code): [string, Class] => [`${code}`, fault]),
  ...[4, 9, 17, 32, 341, 613, 80001, 80014].map((code): [string, Class] => [`${code}`, limit]),
  ...[3, 10, 200, 283, 299].map((code): [string, Class] => [`${code}`, final('PERMISSION_DENIED')]),
  ...[324, 352, 6000].map((code): [string, Class] => [`${code}`, final('MEDIA_INVALID')]),
  ...[100, 368, 1609005, 1609008].map((code): [string, Class] => [`${code}`, final('PLATFORM_REJECTED')]),
  ['506', final('DUPLICATE_CONTENT')],
  ['101', final('INTERNAL')],
];
export const dataOfFacebook: Host = {
  asked: 'data',
  known: new Map(codes({ is: 'tokenRefused' })),
  knowsWordsOfFaults: true,
  tooFast: limit,
  say: graph,
  invented: inventedCodes,
};
export const tokensOfFacebook = (refused: string): Host => ({
  asked: 'tokens',
  known: new Map(codes(final(refused))),
  knowsWordsOfFaults: false,
  tooFast: limit,
  say: graph,
  invented: inventedCodes,
});
