import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { platformOffers } from '../../../platforms';
import { videoBody } from '../../support/build/video';
import { schemasOf } from '../../support/callers/schemaFaults';
import { faultyBodies } from '../assignments/faultyBodies';

const document = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
const faultsOf = schemasOf(document);
const callbackUrl = 'https://caller.example/hooks';

/** The faults that the document finds in a request that creates a video. */
function faultsOfRequest(overrides: Record<string, unknown>): string[] {
  const body = JSON.parse(JSON.stringify(videoBody('0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e', overrides)));
  const inBody = faultsOf(['components', 'schemas', 'CreateAssignmentBody'], body);
  return [...inBody, ...faultsOf(['components', 'schemas', 'YoutubeVideoPayload'], body.payload ?? {})];
}

/** Faults that descriptions state in words, since no schema can: of connection, type and time, and YouTube's rules. */
const inWords: readonly string[] = [
  'a type that the platform does not offer',
  'a title in which nothing can be seen',
  'a tag in which nothing can be seen',
  'a title with half a character',
  'a tag with half a character',
  'a mediaUrl with half a character',
  'a callbackUrl with half a character',
  'an idempotencyKey with half a character',
  'an externalId with half a character',
  'events without a callbackUrl',
  'statuses without a callbackUrl',
  'a description of 5001 bytes',
  'tags of more than 500 characters',
  'scheduledAt in 367 days',
];
const inSchemas = faultyBodies.filter(([what]) => !inWords.includes(what));

it.each(inSchemas)('the document refuses %s, as the service does', (_what, overrides) => {
  expect(faultsOfRequest(overrides)).not.toEqual([]);
});

it.each([
  ['a video', {}],
  ['a time with seconds and an offset', { scheduledAt: '2026-12-01T09:00:00+01:00' }],
  ['null in each field that can be left out', { mediaContentType: null, scheduledAt: null, externalId: null }],
  ['addresses with a query', { callbackUrl: 'HTTPS://caller.example:8443/hooks?user=a@b.example#here' }],
  ['all that can be heard of', { callbackUrl, callbackEvents: ['removal', 'extras'], callbackStatuses: [] }],
  ['a MIME type with a parameter', { mediaContentType: 'video/mp4; codecs="avc1"' }],
  ['a key with letters of any script', { idempotencyKey: 'ключ 4711', externalId: '视频' }],
  ['times at the end of the calendar', { scheduledAt: '2028-02-29T23:59:59.999+00:00' }],
  ['a playlist and a category', { payload: { title: 'a', categoryId: '22', playlistId: 'PL0-_' } }],
])('the document accepts %s, as the service does', (_what, overrides) => {
  expect(faultsOfRequest(overrides)).toEqual([]);
});
