import type { ConnectionRow } from './queries';

/** So long before its end an access needs attention. */
const warnedMs = 14 * 86_400_000;

/** Tells whether nothing can be published to it, or soon nothing can be, before somebody acts. */
export function needsAttention(connection: ConnectionRow): boolean {
  return isBroken(connection) || endsSoon(connection);
}

/** Tells whether nothing can be published to it now. */
export function isBroken({ isActive, tokenStatus }: ConnectionRow): boolean {
  return !isActive || tokenStatus !== 'valid';
}

/** Tells whether these are the last days of an access that has to be given again. */
export function endsSoon({ tokenStatus, accessEndsAt }: ConnectionRow): boolean {
  return tokenStatus === 'valid' && accessEndsAt !== null && Date.parse(accessEndsAt) - Date.now() < warnedMs;
}
