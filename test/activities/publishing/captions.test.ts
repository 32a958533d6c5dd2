import { createHash } from 'node:crypto';
import type { Payload } from '../../../domain/payload/payload';
import type { CreatedRun } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import { broughtAssignment, changesSince, extrasOf, lastSeq, publishing, tried, videoOf, warningsOf } from './dressed';

const insert = { method: 'POST', path: '/upload/youtube/v3/captions' };
const list = { method: 'GET', path: '/youtube/v3/captions' };
const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning\n');
const srt = Buffer.from('\ufeff1\r\n00:00:00,000 --> 00:00:01,000\r\nBuenos días\r\n');
const serve = (bytes: Buffer) => publishing.media.serve({ bytes }).url;
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A published video that is still to get its captions, of a channel that has allowed captions. */
async function published(captions: Payload[string], scopes = ['youtube', 'youtube.force-ssl']): Promise<CreatedRun> {
  const assignment = await broughtAssignment({ captions }, await publishing.connect({ scopes }));
  expect(await tried('publish', assignment)).toBeUndefined();
  return assignment;
}

async function captionsOf(assignment: CreatedRun): Promise<Json[]> {
  const [{ id }, state] = [await videoOf(assignment), await publishing.sandbox.stateOf('youtube')];
  return state.captions.filter(({ videoId }: Json) => videoId === id);
}

const warning = (words: RegExp) => ({ 'payload.captions': [expect.stringMatching(words)] });

it('are set once the video is live, SubRip and WebVTT, each language once', async () => {
  const assignment = await published([
    { language: 'en', url: serve(vtt) },
    { language: 'es-419', url: serve(srt), name: 'Para todos' },
  ]);
  expect(await extrasOf(assignment)).toMatchObject([
    { field: 'captions', item: 'en', status: 'pending' },
    { field: 'captions', item: 'es-419', status: 'pending' },
  ]);
  const before = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await changesSince(before)).toEqual([insert.path, insert.path]);
  const found = await captionsOf(assignment);
  expect(found).toMatchObject([
    { language: 'en', name: '', sha256: shaOf(vtt), isDraft: false, setCount: 1 },
    { language: 'es-419', name: 'Para todos', sha256: shaOf(srt), setCount: 1 },
  ]);
  expect(await extrasOf(assignment)).toMatchObject(
    found.map(({ id, language }) => ({ item: language, status: 'done', id })),
  );
  const again = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await publishing.callsSince(again)).toEqual([]);
});

it('of one language fail without the others', async () => {
  const assignment = await published([
    { language: 'en', url: publishing.media.serve({ status: 404 }).url },
    { language: 'de', url: serve(vtt) },
  ]);
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await captionsOf(assignment)).toMatchObject([{ language: 'de' }]);
  expect(await warningsOf(assignment)).toEqual(warning(/^en: answered 404 instead of the file of captions/));
  expect(await extrasOf(assignment)).toMatchObject([{ status: 'failed' }, { status: 'done' }]);
});

it.each<[string, () => string, RegExp]>([
  ['are a web page', () => serve(Buffer.from('<!doctype html><p>')), /web page \(text\/html\); must be text\/vtt or/],
  ['are too large', () => serve(Buffer.concat([vtt, Buffer.alloc(10 * 1024 * 1024)])), /more than 10485760 bytes/],
  ['are not at a public address', () => 'http://127.0.0.1:1/en.vtt', /must name a public host/],
])('that %s are a warning', async (_what, url, words) => {
  const assignment = await published([{ language: 'en', url: url() }]);
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await captionsOf(assignment)).toEqual([]);
  expect(await warningsOf(assignment)).toEqual(warning(words));
});

it.each([
  ['invalidMetadata', /invalid metadata values/],
  ['quotaExceeded', /daily YouTube quota is used up/],
])('that YouTube refuses with %s are a warning', async (error, words) => {
  await publishing.fault(insert, { error });
  const assignment = await published([{ language: 'en', url: serve(vtt) }]);
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await warningsOf(assignment)).toEqual(warning(words));
});

it('of a channel that has not allowed them are a warning, which names the feature', async () => {
  const assignment = await published([{ language: 'en', url: serve(vtt) }], ['youtube']);
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await warningsOf(assignment)).toEqual(warning(/again with the feature "captions"/));
});

it.each([
  ['was carried out', { loseAnswer: true }, 1],
  ['did nothing', { error: 'backendError' }, 2],
])('are there once after a call without an answer, which %s', async (_what, fault, calls) => {
  const assignment = await published([{ language: 'en', url: serve(vtt) }]);
  const before = await lastSeq();
  await publishing.fault(insert, fault);
  expect(await tried('complete', assignment)).toBe('EXTRA_FAILED');
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await captionsOf(assignment)).toMatchObject([{ language: 'en', setCount: 1 }]);
  expect(await changesSince(before)).toHaveLength(calls);
});

it('wait for a source that is down, and for a look that fails', async () => {
  let isUp = false;
  const { url } = publishing.media.serve(() => (isUp ? { bytes: vtt } : { status: 503 }));
  const assignment = await published([{ language: 'en', url }]);
  await publishing.fault(list, { error: 'backendError' });
  for (const _ of [1, 2]) expect(await tried('complete', assignment)).toBe('EXTRA_FAILED');
  isUp = true;
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await captionsOf(assignment)).toMatchObject([{ setCount: 1 }]);
});
