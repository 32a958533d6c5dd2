interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The public address of the service: over https the cookie is sent over https alone. */
  readonly baseUrl: string;
  /** Below `/`. */
  readonly path: string;
  /** 0 ends the cookie. */
  readonly maxAgeSeconds: number;
  /** `Lax` sends it also when another site sends the browser here. */
  readonly sameSite: 'Lax' | 'Strict';
}

/** The value of `Set-Cookie` for a cookie that no script can read (RFC 6265bis). */
export function setCookie({ name, value, baseUrl, path, maxAgeSeconds, sameSite }: Cookie): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(new URL(baseUrl).protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}

/** The value of the first cookie of this name in a `Cookie` header. */
export function cookieValue(name: string, cookies = ''): string | undefined {
  const prefix = `${name}=`;
  return cookies
    .split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
