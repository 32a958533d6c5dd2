import { familyOf, ownFault, refusedBy } from '../http/meaning';
import type { Meaning, Refusal as AnyRefusal } from '../http/meaning';

/** Facebook's answer when it refuses a request. */
export interface Refusal extends AnyRefusal {
  /** Both codes are undefined where the answer names none. */
  readonly code: number | undefined;
  readonly subcode: number | undefined;
  readonly isTransient: boolean;
  readonly words: string;
}

/**
 * A known answer and its meaning. A field that is left out fits everything; the first entry that fits decides. Facebook
 * documents its codes without a status, so a code is known with any; but no 5xx refuses a grant.
 */
export interface Rule extends Meaning {
  /** Codes, and ranges of them with both ends. */
  readonly codes?: readonly (number | readonly [from: number, to: number])[];
  /** Subcodes, which some answers give as `code` and others as `error_subcode`: either place counts. */
  readonly subcodes?: readonly number[];
  readonly statuses?: readonly number[];
  readonly words?: RegExp;
  readonly isTransient?: true;
}

/** With code 100: the object does not exist, or the token may not see it. */
export const goneSubcode = 33;
/** With code 506, or by itself: the post has the same content as another post. */
export const duplicateCode = 506;
/** A photo or video that a post or a story has shown already. */
export const alreadyPostedSubcode = 1366051;
/** An upload session that Facebook has ended. */
export const sessionExpiredSubcode = 1363041;
/** A part of an upload at another offset than the wanted offset. */
const wrongOffsetSubcode = 1363037;

const tooFast = {
  code: 'QUOTA_EXCEEDED',
  transient: true,
  rateLimited: true,
  happened: 'Facebook asks for fewer calls',
  advice: '',
} as const;

const unfitMedia = {
  code: 'MEDIA_INVALID',
  transient: false,
  happened: 'Facebook does not take the media',
  advice: 'Send a file that Facebook supports.',
} as const;

const uploadFault = {
  code: 'UPLOAD_FAILED',
  transient: true,
  happened: 'Facebook could not take the media',
  advice: 'Retry later.',
} as const;

const noPermission = {
  code: 'PERMISSION_DENIED',
  transient: false,
  happened: 'Facebook does not let us do this on the page',
  advice: 'Connect the page again as somebody who may create content on it, and allow everything that is asked for.',
} as const;

const appFault = {
  code: 'INTERNAL',
  transient: false,
  happened: "Facebook refuses this service's app",
  advice: 'Check its id, its secret and its settings.',
} as const;

const refusedToken = {
  code: 'TOKEN_EXPIRED',
  transient: true,
  tokenRefused: true,
  happened: 'Facebook refused the access token',
} as const;

/**
 * Sources: Meta's pages on error handling, on rate limiting and on errors of the Video API. Where these are silent:
 * answers that other publishers have recorded (1366046, 1366051, 1390008, 1404078, 1404112, 4854002).
 */
const known: readonly Rule[] = [
  { words: /appsecret_proof|validating (application|client secret)/i, ...appFault },
  { codes: [101], ...appFault },
  {
    codes: [190, 102],
    subcodes: [459, 464],
    ...refusedToken,
    advice: 'Log in on facebook.com and do what it asks for there; then connect the page again.',
  },
  { codes: [190, 102], ...refusedToken, advice: 'If this stays so, connect the page again.' },
  { codes: [4, 17, 32, 613, 341, 9, [80000, 80014]], ...tooFast },
  { subcodes: [1390008], ...tooFast },
  {
    subcodes: [wrongOffsetSubcode, 1363030, 1363019, 1363033, 1363021],
    ...uploadFault,
  },
  {
    subcodes: [sessionExpiredSubcode],
    ...uploadFault,
    transient: false,
    isLost: true,
    happened: 'Facebook has ended the upload',
    advice: 'The media have to be sent again.',
  },
  {
    subcodes: [1363023],
    ...unfitMedia,
    code: 'MEDIA_TOO_LARGE',
    advice: 'Send a smaller file.',
  },
  { subcodes: [1363022, 1363024, 1363025, 1363026, 1363031, 1363045, 1363047, 1366046], ...unfitMedia },
  { subcodes: [1363042], ...noPermission },
  {
    subcodes: [1404078, 1404112, 4854002],
    ...noPermission,
    advice: 'Log in on facebook.com as an owner of the page and do what it asks for there; then retry.',
  },
  {
    // A call that names a post or its media judges these codes by itself (`saysGone`). The other calls name the page.
    codes: [100, 803],
    subcodes: [goneSubcode, 803],
    ...noPermission,
    happened: 'Facebook no longer has the page, or does not show it to us',
    advice:
      'Look at the page on facebook.com: it must be there, and you must have a role on it. Then connect it again and retry.',
  },
  { codes: [100], words: /no permission/i, ...noPermission },
  { codes: [3, 10, 283, [200, 299]], ...noPermission },
  { subcodes: [324, 352], ...unfitMedia },
  {
    subcodes: [duplicateCode, alreadyPostedSubcode],
    code: 'DUPLICATE_CONTENT',
    transient: false,
    happened: 'Facebook says that the page already has this post',
    advice: 'Look at the page; change the post to publish it once more.',
  },
  {
    codes: [368],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'Facebook has blocked this for now, because of its rules',
    advice: 'Look at the page on facebook.com, and change the post if it is the reason.',
  },
  {
    subcodes: [1609005, 1609008],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'Facebook does not take the link',
    advice: 'Give an address that everybody can open and that is not on facebook.com.',
  },
  { isTransient: true, ...ownFault('Facebook') },
  { codes: [1, 2], ...ownFault('Facebook') },
  { codes: [6000], ...unfitMedia },
  { codes: [100], ...refusedBy('Facebook') },
  // The meaning of a status alone.
  { statuses: [429], ...tooFast },
  { statuses: [408], ...ownFault('Facebook') },
];

/** The known meaning of an answer; undefined for an answer that is in no table. */
export function knownMeaning(refusal: Refusal): Rule | undefined {
  if (refusal.asked === 'tokens' && familyOf(refusal.status) === 500) return undefined;
  return known.find((rule) => fits(rule, refusal));
}

function fits({ codes, subcodes, statuses, words, isTransient }: Rule, refusal: Refusal): boolean {
  const { code, subcode, status } = refusal;
  const named = [code, subcode].filter((one) => one !== undefined);
  if (codes && !codes.some((one) => includes(one, code))) return false;
  if (subcodes && !subcodes.some((one) => named.includes(one))) return false;
  if (statuses && !statuses.includes(status)) return false;
  if (isTransient && !refusal.isTransient) return false;
  return words === undefined || words.test(refusal.words);
}

function includes(one: number | readonly [number, number], code: number | undefined): boolean {
  if (code === undefined) return false;
  return typeof one === 'number' ? one === code : one[0] <= code && code <= one[1];
}
