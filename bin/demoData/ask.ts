import type { z } from 'zod';

interface Request {
  token?: string;
  body?: unknown;
  method?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The answer of the service or its sandbox. @throws Error for a refusal */
export async function ask<T>(
  schema: z.ZodType<T>,
  url: string,
  { token, body, method, headers }: Request = {},
): Promise<T> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return schema.parse(response.status === 204 ? undefined : await response.json());
}
