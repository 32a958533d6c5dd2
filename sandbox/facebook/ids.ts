import { randomBytes, randomInt } from 'node:crypto';

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** A number of 15 digits, as users and pages have. */
export const newProfileId = () => `1${digits(14)}`;

/** A number of 16 digits, as photos, videos, stories and the second half of a post have. */
export const newObjectId = () => `${1 + randomInt(9)}${digits(15)}`;

export const newPostId = (pageId: string) => `${pageId}_${newObjectId()}`;

/** `EAA` and letters and digits. */
export const newToken = () =>
  `EAASandbox${randomBytes(120)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')}`;

/** The trace id of an answer, by which Facebook finds it. */
export const newTrace = () => `A${randomBytes(16).toString('base64url')}`;
