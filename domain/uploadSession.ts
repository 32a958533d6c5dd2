/** The statuses of an upload session (contract.md §3, §13). */
export const uploadSessionStatuses = ['open', 'complete', 'expired'] as const;
export type UploadSessionStatus = (typeof uploadSessionStatuses)[number];

/** A session takes bytes for this long. */
export const uploadOpenHours = 24;
/** Media that no assignment has ever referred to are kept this long after their last byte. */
export const uploadUnusedHours = 72;
/** Media are kept this long after the last assignment that refers to them has ended. */
export const uploadAfterUseHours = 24;
/** A session without media is answered as `expired` for this long. */
export const uploadForgottenDays = 30;
/** A workspace may have this many sessions whose files are not removed, open ones included. */
export const uploadSessionsMax = 10_000;

/** The address at which one upload is sent without another credential works for this long. */
export const uploadLinkMinutes = 60;
/** The largest file that a call of a tool may carry, decoded. */
export const inlineFileBytesMax = 512 * 1024;
/** Downloads of a workspace that are under way, or wait to be tried again. */
export const importsAtOnceMax = 10;

/** The addresses at which one upload is sent: each ends in its secret. */
export const uploadLinksPath = '/api/v1/uploads';

export const uploadSessionsPath = '/api/v1/assignment-upload-sessions';

/** The `mediaUrl` of a session. Nothing is served there: the service reads its media by itself. */
export function uploadedMediaUrl(baseUrl: string, uploadSessionId: string): string {
  return `${baseUrl}${uploadSessionsPath}/${uploadSessionId}/media`;
}

/** The session that such a URL names, whatever its host; null for all other URLs. */
export function uploadSessionOf(mediaUrl: string): string | null {
  return uploadedMediaForm.exec(mediaUrl)?.[1] ?? null;
}

const uploadedMediaForm = new RegExp(
  `${uploadSessionsPath}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/media$`,
);
