/**
 * A text of others in which no secret that they were sent stands any more, however they have repeated it: as it is, as
 * it stood in a URL or a form, in base64 or in hexadecimal. Redact before cutting: of a secret that is cut in two, a half
 * is left.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap(formsOf)
    .reduce((clean, form) => clean.replaceAll(form, '[redacted]'), text);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const encoded = [encodeURIComponent(secret), inForm];
  const lowerCase = encoded.map((form) => form.replace(/%../g, (code) => code.toLowerCase()));
  const base64 = bytes.toString('base64');
  const asBytes = [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  return [secret, ...encoded, ...lowerCase, ...asBytes, bytes.toString('hex').toUpperCase()];
}
