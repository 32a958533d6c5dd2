/** The addresses of the authorization server and its resource. */
export interface Addresses {
  /** Without a slash at its end, the same bytes in all documents (RFC 8414 §3.3; contract.md §9). */
  readonly issuer: string;
  /** The only resource of the tokens (RFC 8707). */
  readonly resource: string;
  readonly authorize: string;
  readonly token: string;
  readonly register: string;
  readonly revoke: string;
}

export function addressesOf({ baseUrl }: { readonly baseUrl: string }): Addresses {
  const at = (name: string) => `${baseUrl}/oauth/mcp/${name}`;
  return {
    issuer: baseUrl,
    resource: `${baseUrl}/_mcp`,
    authorize: at('authorize'),
    token: at('token'),
    register: at('register'),
    revoke: at('revoke'),
  };
}
