/**
 * A third party's text without the secrets that were sent there, however the text repeats them: plain, as in a URL or a
 * form, in base64 or in hexadecimal, and each of these in JSON; in capitals or small letters.
 * Redact before cutting: of a secret that is cut in two, a half is left.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap(formsOf)
    .filter((form) => form.length <= text.length)
    .reduce((clean, form) => clean.replace(patternOf(form), '[redacted]'), text);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const asText = [secret, secret.replaceAll('\\', '\\\\'), encodeURIComponent(secret), inForm];
  const asBytes = [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  return [...new Set([...asText, ...asBytes])];
}

/** Writers of JSON may put a backslash before a sign (PHP: `\/`) or write its code (.NET: `\u002B`, Gson: `\u003d`). */
function patternOf(form: string): RegExp {
  const pattern = form.replace(/[^a-z0-9]/gi, (sign) => {
    const code = `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
    // Of a run of backslashes, each with another that may be there, there would be too many ways to read it.
    const before = sign === '\\' ? '' : '\\\\?';
    return `(?:${before}${code}|\\${code})`;
  });
  return new RegExp(pattern, 'gi');
}

/**
 * A text, such as a line of JSON, without the secrets in its addresses: the values of secret parameters of a query, a
 * fragment or a form, and each part of a path that is a token.
 */
export function redactAddresses(text: string): string {
  return text.replace(secretParameter, '$1[redacted]').replace(secretPath, '$1[redacted]');
}

const secretParameter =
  /(\b(?:(?:access_|refresh_|id_)?token|ticket|code|code_verifier|client_secret|state|signed_request|password|newPassword)=)[^&#\s"'<>\\]+/gi;
const secretPath = /(\/(?:invitations|data-deletion|v1\/uploads)\/)[^/?#\s"'<>\\]+/gi;
