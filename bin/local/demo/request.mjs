const timeoutMs = 30_000;

/**
 * JSON there and back.
 * @param {string} url
 * @param {string} [apiKey]
 * @param {object} [body] POST with a body, else GET
 * @throws {Error} with the answer, when it is none of success
 */
export async function request(url, apiKey, body) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
