import type { z } from 'zod';

const timeoutMs = 120_000;

interface JsonRequest {
  /** POST by default where there is a body, else GET. */
  readonly method?: string;
  readonly body?: object;
  readonly apiKey?: string;
}

/**
 * One request.
 * @throws Error for any other answer than a success that fits the schema
 */
export async function requestJson<T>(
  schema: z.ZodType<T>,
  url: string,
  { body, apiKey, method = body === undefined ? 'GET' : 'POST' }: JsonRequest = {},
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`);
  return schema.parse(await response.json());
}
