/** Where an upload session is (contract.md §3, §13). */
export const uploadSessionStatuses = ['open', 'complete', 'expired'] as const;
export type UploadSessionStatus = (typeof uploadSessionStatuses)[number];

/** How long a session takes bytes. */
export const uploadOpenHours = 24;
/** How long media are kept that no assignment has ever referred to, from their last byte on. */
export const uploadUnusedHours = 72;
/** How long media are kept after the last assignment that refers to them has ended. */
export const uploadAfterUseHours = 24;
/** How long a session without media is still answered as `expired`. */
export const uploadForgottenDays = 30;
/** How many sessions a workspace may have whose files are not removed, open ones included. */
export const uploadSessionsMax = 10_000;

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
