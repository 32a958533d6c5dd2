import { createHmac } from 'node:crypto';
import { readSignedRequest } from '../../../platforms/facebook/requests/signedRequest';

const appSecret = 'the secret of the app';
const valid = { algorithm: 'HMAC-SHA256', issued_at: 1_790_000_000, user_id: '218471' };
const read = (text: string) => readSignedRequest({ appSecret }, text);

const encode = (payload: unknown): string =>
  Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url');
const signatureOf = (text: string, secret = appSecret): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
const signed = (payload: unknown, secret?: string): string =>
  `${signatureOf(encode(payload), secret)}.${encode(payload)}`;

const understood = { account: '218471', askedAt: new Date('2026-09-21T14:13:20.000Z') };
const ofVectors = signed(valid);

it.each([
  ['as Meta sends it', ofVectors],
  ['with more fields', signed({ ...valid, expires: 0, oauth_token: 'EAAG' })],
  ['with a number for an id', signed({ ...valid, user_id: 218471 })],
  ['with a small algorithm', signed({ ...valid, algorithm: 'hmac-sha256' })],
])('a request %s is understood', (_what, text) => expect(read(text)).toEqual(understood));

it.each([
  ['of another secret', signed(valid, 'another secret')],
  ['with another payload', `${signatureOf(encode(valid))}.${encode({ ...valid, user_id: '7' })}`],
  ['that is signed over the decoded payload', `${signatureOf(JSON.stringify(valid))}.${encode(valid)}`],
  ['without a signature', `.${encode(valid)}`],
  ['whose signature is cut', ofVectors.slice(2)],
  ['with a third part', `${ofVectors}.`],
  ['that is empty', ''],
  ['of another algorithm', signed({ ...valid, algorithm: 'none' })],
  ['without an algorithm', signed({ issued_at: 1, user_id: '1' })],
  ['without an account', signed({ ...valid, user_id: '' })],
  ['without a time', signed({ ...valid, issued_at: undefined })],
  ['that is no JSON', signed('no JSON')],
  ['that is no object', signed('[]')],
])('a request %s is none', (_what, text) => expect(read(text)).toBeNull());
