export type WhoActs = 'caller' | 'channel owner' | 'operator' | 'nobody';

/**
 * The kind of a publish failure. This is the only catalogue of codes in `errors[]` of an assignment (contract.md §2).
 * `docs/errors.md` is printed from it.
 */
export interface FailureKind {
  readonly meaning: string;
  /** Whether the same request may succeed later without any action; such failures are tried again first. */
  readonly transient: boolean;
  readonly whoActs: WhoActs;
  /** The way to publish the post afterwards. Other content needs a new assignment, since a failed one keeps its own. */
  readonly remedy: Remedy;
}

export const remedies = ['retry', 'new assignment'] as const;
export type Remedy = (typeof remedies)[number];

export const failureKinds = {
  QUOTA_EXCEEDED: {
    meaning: "The platform's daily quota or the channel's upload limit is used up. Retry after it resets.",
    transient: false,
    whoActs: 'caller',
    remedy: 'retry',
  },
  UPLOAD_FAILED: {
    meaning: 'The media could not be handed to the platform although it was tried repeatedly. Retry later.',
    transient: true,
    whoActs: 'caller',
    remedy: 'retry',
  },
  TOKEN_EXPIRED: {
    meaning: 'The platform no longer accepts our access to the channel. Connect the channel again, then retry.',
    transient: false,
    whoActs: 'channel owner',
    remedy: 'retry',
  },
  TOKEN_MISSING: {
    meaning: 'The connection holds no token. Connect the channel, then retry.',
    transient: false,
    whoActs: 'channel owner',
    remedy: 'retry',
  },
  CONNECTION_INACTIVE: {
    meaning: 'The connection was deactivated or removed before the assignment started. Activate it, then retry.',
    transient: false,
    whoActs: 'caller',
    remedy: 'retry',
  },
  MEDIA_DOWNLOAD_FAILED: {
    meaning: 'The media could not be read whole from mediaUrl. Make sure that it can be downloaded, then retry.',
    transient: true,
    whoActs: 'caller',
    remedy: 'retry',
  },
  MEDIA_BLOCKED_ADDRESS: {
    meaning: 'mediaUrl, or a redirect of it, leads to an address that is not public. Use a public address.',
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  MEDIA_TOO_LARGE: {
    meaning: "The media is larger than the platform's limit for this type. Send a smaller file.",
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  MEDIA_INVALID: {
    meaning:
      'The media is not what its type needs: another kind of file, or longer than the limit. Send a file that fits.',
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  PLATFORM_REJECTED: {
    meaning: 'The platform refused the post. Its own words are in the message; make a post that it takes.',
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  PLATFORM_UNAVAILABLE: {
    meaning: 'The platform could not be reached or answered with errors of its own, repeatedly. Retry later.',
    transient: true,
    whoActs: 'caller',
    remedy: 'retry',
  },
  PERMISSION_DENIED: {
    meaning:
      'The channel did not grant a permission that this post needs. Connect it again and leave all boxes ticked.',
    transient: false,
    whoActs: 'channel owner',
    remedy: 'retry',
  },
  DUPLICATE_CONTENT: {
    meaning: 'The platform says that it already has this post. Look at the channel before you make another one.',
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  PROCESSING_FAILED: {
    meaning: 'The platform took the media but could not process it. Its reason is in the message.',
    transient: false,
    whoActs: 'caller',
    remedy: 'new assignment',
  },
  PROCESSING_TIMEOUT: {
    meaning: 'The platform did not finish processing in time. Retry goes on with the same upload.',
    transient: false,
    whoActs: 'caller',
    remedy: 'retry',
  },
  OUTCOME_UNKNOWN: {
    meaning:
      'The platform may have made the post, but does not say so. Look at the channel; retry asks it again first.',
    transient: false,
    whoActs: 'caller',
    remedy: 'retry',
  },
  INTERNAL: {
    meaning: 'A fault of this service. It is logged with the assignment id; retry, and tell the operator if it stays.',
    transient: false,
    whoActs: 'operator',
    remedy: 'retry',
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof failureKinds;

/** Failures after which a retry goes on with the platform's objects, so no object is removed (domain/README.md). */
export const keepsPlatformObject: readonly FailureCode[] = [
  'OUTCOME_UNKNOWN',
  'PROCESSING_TIMEOUT',
  'TOKEN_EXPIRED',
  'QUOTA_EXCEEDED',
];

/** Longest failure message kept in the database, in a workflow history and in answers, in characters. */
export const failureMessageLengthMax = 2000;

export function isFailureCode(value: string): value is FailureCode {
  return Object.hasOwn(failureKinds, value);
}

/** The codes after which a party acts. Those of the operator are the faults of this service, which alerts rest on. */
export function codesOf(whoActs: WhoActs): FailureCode[] {
  return Object.keys(failureKinds)
    .filter(isFailureCode)
    .filter((code) => failureKinds[code].whoActs === whoActs);
}

/** A failure of which nothing more is to be said than its meaning. */
export function plainFailure(code: FailureCode): { code: FailureCode; message: string } {
  return { code, message: failureKinds[code].meaning };
}

/** Why nothing can be published with a token like this. */
export function lackOfToken(token: 'expired' | 'missing'): { code: FailureCode; message: string } {
  return plainFailure(token === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_MISSING');
}
