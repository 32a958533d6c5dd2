import { failureOf } from '../../support/failureOf';
import { made, uploadVideo, useYouTube } from '../../support/platforms/youtube';

const videos = '/youtube/v3/videos';
const payload = { title: 'A title', tags: ['x'], privacy: 'private', madeForKids: false };
const allParts = 'snippet,status,recordingDetails,paidProductPlacementDetails';

interface Detail {
  field: string;
  /** Two values of the payload, and what the video then has, as `part.field`. */
  one: [value: unknown, shown: unknown];
  other: [value: unknown, shown: unknown];
  at: string;
  /** What YouTube does by itself. */
  byItself: unknown;
}

const details: Detail[] = [
  { field: 'containsSyntheticMedia', one: [true, true], other: [false, false], at: 'status.containsSyntheticMedia', byItself: undefined },
  { field: 'hasPaidPromotion', one: [true, true], other: [false, false], at: 'paidProductPlacementDetails.hasPaidProductPlacement', byItself: false },
  { field: 'defaultLanguage', one: ['de', 'de'], other: ['pt-BR', 'pt-BR'], at: 'snippet.defaultLanguage', byItself: undefined },
  { field: 'license', one: ['creativeCommon', 'creativeCommon'], other: ['youtube', 'youtube'], at: 'status.license', byItself: 'youtube' },
  { field: 'embeddable', one: [false, false], other: [true, true], at: 'status.embeddable', byItself: true },
  { field: 'publicStatsViewable', one: [false, false], other: [true, true], at: 'status.publicStatsViewable', byItself: true },
  {
    field: 'recordingDate',
    one: ['2024-02-29', '2024-02-29T00:00:00Z'],
    other: ['2023-12-31', '2023-12-31T00:00:00Z'],
    at: 'recordingDetails.recordingDate',
    byItself: undefined,
  },
]; // oxfmt-ignore

type Video = Record<string, Record<string, unknown> | undefined>;

const channel = useYouTube();
const update = async (id: string, given: object) =>
  channel.publisher.update!(channel.call, id, { ...payload, ...given });
const headers = () => ({ authorization: `Bearer ${channel.call.accessToken}` });
/** The video as its owner sees it. */
const seen = async (id: string): Promise<Video> => {
  const answer = await fetch(`${channel.url}${videos}?part=${allParts}&id=${id}`, { headers: headers() });
  return ((await answer.json()) as { items: Video[] }).items[0]!;
};
const shown = async (id: string, at: string) => {
  const [part = '', name = ''] = at.split('.');
  return (await seen(id))[part]?.[name];
};
/** The owner of the channel writes these parts whole, past this service. */
const byOwner = async (id: string, parts: object) => {
  const url = `${channel.url}${videos}?part=${Object.keys(parts).join(',')}`;
  const answer = await fetch(url, { method: 'PUT', headers: headers(), body: JSON.stringify({ id, ...parts }) });
  expect(answer.status).toBe(200);
};
const writes = async () => (await channel.calls()).filter(({ method }) => method === 'PUT').length;

describe.each(details)('$field', ({ field, one, other, at, byItself }) => {
  it('goes with the upload, and is as YouTube does by itself where it is left out', async () => {
    for (const [value, expected] of [one, other]) {
      expect(await shown(await uploadVideo(channel, { [field]: value }), at)).toEqual(expected);
    }
    expect(await shown(await uploadVideo(channel), at)).toEqual(byItself);
  });

  it('is changed in a draft and in a public video, and not written again', async () => {
    const id = await uploadVideo(channel, { ...payload, [field]: one[0] });
    await channel.forget();
    await channel.publisher.stage(channel.call, made(id), { ...payload, [field]: one[0] });
    expect(await writes()).toBe(0);

    await channel.publisher.stage(channel.call, made(id), { ...payload, [field]: other[0] });
    expect(await shown(id, at)).toEqual(other[1]);
    await update(id, { [field]: one[0] });
    expect(await shown(id, at)).toEqual(one[1]);
    await update(id, { [field]: one[0] });
    expect(await writes()).toBe(2);
  });

  it('stays as the owner has set it, where the payload leaves it out', async () => {
    const id = await uploadVideo(channel, { ...payload, [field]: one[0] });
    await update(id, { title: 'Another title' });
    expect([await shown(id, 'snippet.title'), await shown(id, at)]).toEqual(['Another title', one[1]]);
  });

  it('resets no other detail', async () => {
    const all = Object.fromEntries(details.map((detail) => [detail.field, detail.one[0]]));
    const id = await uploadVideo(channel, { ...payload, ...all });
    await update(id, { [field]: other[0] });
    const found = await Promise.all(details.map(async (detail) => shown(id, detail.at)));
    expect(found).toEqual(details.map((detail) => (detail.field === field ? other[1] : detail.one[1])));
  });
});

it('a day and a language that the owner has written in another way are not written again', async () => {
  const id = await uploadVideo(channel, payload);
  const { snippet, status } = await seen(id);
  const recordingDetails = { recordingDate: '2024-02-29T18:30:00Z' };
  await byOwner(id, { snippet: { ...snippet, defaultLanguage: 'PT-br' }, status, recordingDetails });
  await channel.forget();
  await update(id, { defaultLanguage: 'pt-BR', recordingDate: '2024-02-29' });
  expect(await writes()).toBe(0);
});

it('details that are left out are not asked for', async () => {
  const id = await uploadVideo(channel, payload);
  await update(id, {});
  const parts = (await channel.calls()).map(({ query = '' }) => new URLSearchParams(query).get('part'));
  expect(new Set(parts)).toEqual(new Set(['snippet,status']));
});

it.each([
  [true, 'true'],
  [false, 'false'],
  [undefined, null],
])('notifySubscribers %p is the parameter %p of the upload, and of no later call', async (value, expected) => {
  const given = { ...payload, ...(value !== undefined && { notifySubscribers: value }) };
  const id = await uploadVideo(channel, given);
  await channel.publisher.update!(channel.call, id, { ...given, title: 'Another title' });
  const sent = (await channel.calls()).map(({ method, query = '' }) => [
    method,
    new URLSearchParams(query).get('notifySubscribers'),
  ]);
  expect(sent[0]).toEqual(['POST', expected]);
  expect(sent.at(-1)).toEqual(['PUT', null]);
});

it('a language that YouTube does not know is refused in its words', async () => {
  const failure = await failureOf(uploadVideo(channel, { defaultLanguage: 'qqq' }));
  expect(failure).toMatchObject({ code: 'PLATFORM_REJECTED', transient: false });
  expect(failure.message).toContain('invalid');
});
