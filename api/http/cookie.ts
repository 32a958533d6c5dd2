interface Cookie {
  /** Without a prefix. */
  readonly name: string;
  readonly value: string;
  /** The public address of the service: over https the cookie is sent over https alone. */
  readonly baseUrl: string;
  /** The path of its requests. Over https it is `/`, which the prefix demands. */
  readonly path: string;
  /** 0 ends the cookie. */
  readonly maxAgeSeconds: number;
  /** `Lax` sends it also when another site sends the browser here. */
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * The value of `Set-Cookie` for a cookie that no script can read (RFC 6265bis). Over https its name keeps other hosts of the
 * domain, and plain http, from setting the cookie (§4.1.3.2).
 */
export function setCookie({ name, value, baseUrl, path, maxAgeSeconds, sameSite }: Cookie): string {
  return [
    `${nameOf(name, baseUrl)}=${value}`,
    `Path=${isSecure(baseUrl) ? '/' : path}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure(baseUrl) ? ['Secure'] : []),
  ].join('; ');
}

interface Sent {
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  readonly baseUrl: string;
}

/** The values of the cookies of this name, which `setCookie` takes, in a request. */
export function cookieValues(name: string, { cookies = '', baseUrl }: Sent): string[] {
  const prefix = `${nameOf(name, baseUrl)}=`;
  return cookies.split('; ').flatMap((pair) => (pair.startsWith(prefix) ? [pair.slice(prefix.length)] : []));
}

function nameOf(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

function isSecure(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:';
}
