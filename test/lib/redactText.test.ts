import { runInNewContext } from 'node:vm';
import { redactAddresses, redactText } from '../../lib/redactText';

// Its base64 has both characters that base64url writes in another way, and is padded.
const secret = `ya29.a/b+c=d e~>>>???x"&<'\\y`;
const bytes = Buffer.from(secret);
const base64 = bytes.toString('base64');

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const codeOf = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
const capitalCodeOf = (sign: string) => codeOf(sign).toUpperCase().replace('U', 'u');

/** JSON as some write it by default, or asked to make it fit for HTML. */
const writers: Record<string, (text: string) => string> = {
  'JSON of JavaScript': inJson,
  'JSON of PHP': (text) => inJson(text).replaceAll('/', String.raw`\/`),
  'JSON of PHP for HTML': (text) =>
    inJson(text)
      .replaceAll('/', String.raw`\/`)
      .replace(/\\"|[<>&']/g, (sign) => capitalCodeOf(sign.at(-1)!)),
  'JSON of .NET': (text) => inJson(text).replace(/\\"|[+<>&'`]/g, (sign) => capitalCodeOf(sign.at(-1)!)),
  'JSON of Gson': (text) => inJson(text).replace(/[<>&='`]/g, codeOf),
  'JSON of Go': (text) => inJson(text).replace(/[<>&]/g, codeOf),
  'JSON with a code for each sign': (text) => text.replace(/[^a-z0-9]/gi, codeOf),
};

describe('a secret that somebody repeats is taken out', () => {
  it.each<readonly [string, string]>([
    ['as it is', secret],
    ['as it stands in a URL', encodeURIComponent(secret)],
    ['with small letters in its codes', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['as it stands in a form', new URLSearchParams({ token: secret }).toString().slice('token='.length)],
    ['in base64', base64],
    ['in base64 without its padding', base64.replace(/=+$/, '')],
    ['in base64url', bytes.toString('base64url')],
    ['in hexadecimal', bytes.toString('hex')],
    ['in hexadecimal of capitals', bytes.toString('hex').toUpperCase()],
    ...Object.entries(writers).map(([how, write]) => [`in ${how}`, write(secret)] as const),
    ...Object.entries(writers).map(([how, write]) => [`in base64 in ${how}`, write(base64)] as const),
    ['as it stands in a URL in JSON', writers['JSON of .NET']!(encodeURIComponent(secret))],
  ])('%s', (_how, form) => {
    expect(redactText(`"${form}" twice: ${form}.`, ['other', secret])).toBe('"[redacted]" twice: [redacted].');
  });
});

it('a text without a secret stays as it is, and so does one of a request that had none', () => {
  expect(redactText('Quota exceeded.', [secret])).toBe('Quota exceeded.');
  expect(redactText('Quota exceeded.', [''])).toBe('Quota exceeded.');
  expect(redactText('Quota exceeded.', [])).toBe('Quota exceeded.');
});

it.each(['\\', '/', '\\/'])('a secret of many signs is looked for in few ways, not in 2^200: %s', (sign) => {
  const many = sign.repeat(200);
  const redact = () => redactText(`${many}${many} x`, [`${many}y`]);
  // A search that tries them all does not end.
  expect(runInNewContext('redact()', { redact }, { timeout: 60_000 })).toBe(`${many}${many} x`);
});

describe('redactAddresses', () => {
  const secret = 'aB3-_.~%2F9';

  it.each([
    `GET /api/v1/oauth/youtube/callback?state=${secret}&code=${secret}&scope=a failed`,
    `https://api.example/authorize?ticket=${secret}`,
    `https://api.example/x?a=1&access_token=${secret}#refresh_token=${secret}`,
    `grant_type=authorization_code&code_verifier=${secret}&client_secret=${secret}`,
    `"/?token=${secret}" and '/?newPassword=${secret}'`,
    `GET /invitations/${secret}?a=b`,
    `PUT /api/v1/uploads/${secret}/page`,
  ])('shows none of what %s holds', (text) => {
    const clean = redactAddresses(text);
    expect(clean).not.toContain(secret);
    expect(clean).toBe(text.replaceAll(secret, '[redacted]'));
  });

  it.each(['GET /api/v1/assignments?page=2', 'error_code=7', 'invitations/', 'a plain text', ''])(
    'leaves %j as it is',
    (text) => {
      expect(redactAddresses(text)).toBe(text);
    },
  );
});
