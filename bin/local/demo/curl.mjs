import { shellLine } from '../shellLine.mjs';

/**
 * A curl command of one line that any POSIX shell reads as meant.
 * @param {{url: string, apiKey: string, body?: object}} request POST with a body, else GET
 */
export function curlLine({ url, apiKey, body }) {
  const words = ['curl', '-sS', '-w', '\\n', url, '-H', `Authorization: Bearer ${apiKey}`];
  if (body !== undefined) words.push('-H', 'Content-Type: application/json', '-d', JSON.stringify(body));
  return shellLine(words);
}
