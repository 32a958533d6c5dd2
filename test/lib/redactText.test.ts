import { redactText } from '../../lib/redactText';

// Its base64 has both characters that base64url writes in another way, and is padded.
const secret = 'ya29.a/b+c=d e~>>>???x';
const bytes = Buffer.from(secret);

describe('a secret that somebody repeats is taken out', () => {
  it.each([
    ['as it is', secret],
    ['as it stands in a URL', encodeURIComponent(secret)],
    ['with small letters in its codes', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['as it stands in a form', new URLSearchParams({ token: secret }).toString().slice('token='.length)],
    ['in base64', bytes.toString('base64')],
    ['in base64 without its padding', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64url', bytes.toString('base64url')],
    ['in hexadecimal', bytes.toString('hex')],
    ['in hexadecimal of capitals', bytes.toString('hex').toUpperCase()],
  ])('%s', (_how, form) => {
    expect(redactText(`"${form}" twice: ${form}.`, ['other', secret])).toBe('"[redacted]" twice: [redacted].');
  });
});

it('a text without a secret stays as it is, and so does one of a request that had none', () => {
  expect(redactText('Quota exceeded.', [secret])).toBe('Quota exceeded.');
  expect(redactText('Quota exceeded.', [''])).toBe('Quota exceeded.');
  expect(redactText('Quota exceeded.', [])).toBe('Quota exceeded.');
});
