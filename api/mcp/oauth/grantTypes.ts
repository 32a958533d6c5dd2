/** The grants that a client exchanges for tokens (RFC 6749 §4.1.3 and §6). */
export const grantTypes = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];
