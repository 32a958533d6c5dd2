/** The ways that a login or a visit ends, as the page names them. */
export const accountEnds = ['revoked', 'erased', 'refused', 'failed'] as const;
export type AccountEnd = (typeof accountEnds)[number];

/** The page on which the owner of an account sees the data that are kept of it. */
export function accountAddress(baseUrl: string, platform: string, end?: AccountEnd): string {
  return `${baseUrl}/api/v1/oauth/${platform}/account${end === undefined ? '' : `?end=${end}`}`;
}

/** The address to which a login brings the browser back, by way of the platform's callback. */
export function accountCallback(baseUrl: string, platform: string, answer: Readonly<Record<string, string>>): string {
  return `${accountAddress(baseUrl, platform)}/callback?${new URLSearchParams(answer).toString()}`;
}
