import { judgePayload } from '../../../api/assignments/judgePayload';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createFacebook } from '../../../platforms/facebook/index';
import { facebookSettings } from '../../support/platforms/facebook';
import { createToy } from '../../toy/platform';
import { publisherFor } from '../../../platforms';

const carousel = publisherFor(createToy({ clientId: 'client', base: 'http://127.0.0.1:1' }), 'carousel');
const photos = publisherFor(createFacebook(facebookSettings('http://127.0.0.1:1')), 'carousel');
const faultsOf = (mediaUrls: unknown, allow = '') =>
  judgePayload(carousel, { message: 'M', mediaUrls }, { allow: parseOutboundAllow(allow), baseUrl, uploads }).errors[
    'payload.mediaUrls'
  ];
const baseUrl = 'http://localhost:3000';
const uploadSessionId = '0198c3f2-d3e6-7b50-9f2c-8d9e0f1a2b3c';
const uploads = new Map([
  [uploadSessionId, { id: uploadSessionId, mediaContentType: 'image/png', mediaSizeBytes: 10 }],
]);
const good = 'https://media.example/1.jpg';

describe('a list of addresses in a payload', () => {
  it('is taken where everybody can reach each of them', () => {
    expect(faultsOf([good, good, good])).toBeUndefined();
  });

  it.each([
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://[::1]/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/',
  ])('is refused, with the place in the list, where one leads to no public address: %s', (url) => {
    expect(faultsOf([good, url, good])).toEqual([expect.stringMatching(/^item 2: /)]);
    expect(faultsOf([good, url, url])).toHaveLength(2);
  });

  it('is taken where one is that of an uploaded file, and refused where it is that of no such file', () => {
    const uploaded = `${baseUrl}/api/v1/assignment-upload-sessions/${uploadSessionId}/media`;
    expect(faultsOf([good, uploaded, good])).toBeUndefined();
    expect(faultsOf([good, uploaded.replace('0198', '0199'), good])).toEqual([
      expect.stringMatching(/^item 2: .*complete/),
    ]);
    expect(faultsOf([good, uploaded.replace('/media', ''), good])).toEqual([
      expect.stringMatching(/^item 2: .*complete/),
    ]);
    expect(faultsOf([good, uploaded.replace('localhost', '127.0.0.1'), good])).toHaveLength(1);
  });

  it.each([
    ['a video', { mediaContentType: 'video/mp4' }, /^item 2: format is video\/mp4; a carousel needs image\//],
    ['a GIF', { mediaContentType: 'image/gif' }, /^item 2: format is image\/gif; a carousel needs image\//],
    ['too large', { mediaSizeBytes: 4_194_305 }, /^item 2: has 4194305 bytes; the type carousel takes at most 4194304/],
  ])('is refused where the uploaded file of one is %s', (_what, file, fault) => {
    const uploaded = `${baseUrl}/api/v1/assignment-upload-sessions/${uploadSessionId}/media`;
    const found = { id: uploadSessionId, mediaContentType: 'image/png', mediaSizeBytes: 10, ...file };
    const reach = { allow: parseOutboundAllow(''), baseUrl, uploads: new Map([[uploadSessionId, found]]) };
    const payload = { mediaUrls: [good, uploaded] };
    expect(judgePayload(photos, payload, reach).errors['payload.mediaUrls']).toEqual([expect.stringMatching(fault)]);
  });

  it('is taken where the operator has allowed the address', () => {
    expect(faultsOf([good, good, 'http://127.0.0.1:8080/x'], '127.0.0.1:8080')).toBeUndefined();
  });

  it.each([
    '',
    'one.jpg',
    'ftp://media.example/x',
    'https://a:b@media.example/',
    'https://media.example/a b',
    'data:,x',
  ])('is refused where one is no address: %j', (url) => {
    expect(faultsOf([url, good, good])).toEqual([expect.stringMatching(/^item 1: /)]);
  });

  it('is judged so in each object of a list, too', () => {
    const reach = { allow: parseOutboundAllow(''), baseUrl, uploads };
    const uploaded = `${baseUrl}/api/v1/assignment-upload-sessions/${uploadSessionId}/media`;
    const given = [good, uploaded, uploaded.replace('0198', '0199'), 'http://10.0.0.1/x', 'one.jpg'];
    const judged = given.map((picture) => {
      const people = [{ name: 'Ada' }, { name: 'Grace', picture }];
      return judgePayload(carousel, { message: 'M', mediaUrls: [good, good, good], people }, reach).errors;
    });
    const fault = (words: string) => ({ 'payload.people': [expect.stringMatching(`^item 2: picture .*${words}`)] });
    expect(judged).toEqual([{}, {}, fault('complete'), fault('public'), fault('URL')]);
  });

  it('is refused by its type and count before its addresses', () => {
    expect(faultsOf([good, 'http://127.0.0.1/'])).toEqual(['must have at least 3 items, has 2']);
    expect(faultsOf('https://media.example/1.jpg')).toEqual(['must be a list of strings']);
  });
});
