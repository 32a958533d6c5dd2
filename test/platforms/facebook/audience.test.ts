import { createFacebook } from '../../../platforms/facebook/index';
import { publisherFor } from '../../../platforms/index';
import type { Call } from '../../../platforms/Call';
import type { PlatformObjects, Post } from '../../../platforms/Publisher';
import type { DirectUpload } from '../../../platforms/Upload';
import { photoBytes, piecesOf } from '../../support/media/media';
import { facebookSettings } from '../../support/platforms/facebook';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import type { Json } from '../../support/servers/sandbox';
import { unlimited } from '../../support/platforms/quota';
import { failureOf } from '../../support/failureOf';

const sandbox = useFacebookSandbox();
const types = ['text', 'link', 'image', 'carousel'] as const;
type Type = (typeof types)[number];

const contents: Record<Type, Record<string, unknown>> = {
  text: { message: 'M' },
  link: { link: 'https://example.com/one' },
  image: { message: 'M' },
  carousel: { message: 'M', mediaUrls: ['https://media.example/1', 'https://media.example/2'] },
};
const photoCounts: Record<Type, number> = { text: 0, link: 0, image: 1, carousel: 2 };

async function openPage(type: Type) {
  const { accessToken, channelId } = await sandbox.page();
  const call: Call = {
    accessToken,
    channelId,
    spend: unlimited,
    signal: new AbortController().signal,
    notAfterMs: Infinity,
  };
  const publisher = publisherFor(createFacebook(facebookSettings(sandbox.url)), type);
  /** The uploaded photos of a payload. */
  const upload = async (payload: object): Promise<PlatformObjects> => {
    const items = [];
    for (let item = 0; item < photoCounts[type]; item += 1) {
      const bytes = photoBytes(20_000);
      const part = { contentType: 'image/jpeg', sizeBytes: bytes.length, offset: 0, body: piecesOf(bytes) };
      const place = { payload: { ...payload }, item };
      items.push({ session: null, objectId: await (publisher.upload as DirectUpload).put(call, part, place) });
    }
    return { items, draftId: null };
  };
  /** What Facebook says of an object. */
  const read = async (id: string, fields: string): Promise<Json> => {
    const headers = { authorization: `OAuth ${accessToken}` };
    await sandbox.control('POST', '/settings', { facebook: { requiresProof: false } });
    const answer = await fetch(`${sandbox.url}/v27.0/${id}?fields=${fields}`, { headers });
    return (await answer.json()) as Json;
  };
  return { publisher, call, upload, read };
}

/** The ways of a post: a draft that is published, and one call that makes it public. */
const ways = {
  staged: async (type: Type, payload: object) => {
    const { publisher, call, upload, read } = await openPage(type);
    const made = await upload(payload);
    const draftId = await publisher.stage(call, made, { ...payload });
    await publisher.publish(call, { ...made, draftId }, { ...payload });
    return read(draftId!, 'targeting');
  },
  direct: async (type: Type, payload: object) => {
    const { publisher, call, upload, read } = await openPage(type);
    const made = await upload(payload);
    const post = await publisher.creation!.create(call, made, { ...payload }, false);
    return read((post as Post).platformPostId, 'targeting');
  },
};

describe.each(Object.entries(ways))('a post that is %s', (_way, publish) => {
  it.each(types)('is for people in its countries alone: %s', async (type) => {
    const countries = ['DE', 'US'];
    expect((await publish(type, { ...contents[type], countries })).targeting).toEqual({ geo_locations: { countries } });
  });

  it.each(types)('is for everybody without countries: %s', async (type) => {
    for (const given of [{}, { countries: [] }]) {
      expect(await publish(type, { ...contents[type], ...given })).not.toHaveProperty('targeting');
    }
  });

  it('is refused in the words of Facebook for a country that does not exist', async () => {
    const failure = await failureOf(publish('text', { ...contents.text, countries: ['QQ'] }));
    expect(failure).toMatchObject({ code: 'PLATFORM_REJECTED', transient: false });
    expect(failure.message).toContain('QQ');
  });
});

it.each<[Type, object, (string | undefined)[]]>([
  ['image', { altText: 'A coast' }, ['A coast']],
  ['image', {}, [undefined]],
  ['image', { altText: '' }, [undefined]],
  ['carousel', { altTexts: ['A coast', 'A boat'] }, ['A coast', 'A boat']],
  ['carousel', { altTexts: ['', 'A boat'] }, [undefined, 'A boat']],
  ['carousel', { altTexts: ['A coast'] }, ['A coast', undefined]],
  ['carousel', {}, [undefined, undefined]],
])('a photo of %s with %j has its own alternative text', async (type, given, expected) => {
  const { upload, read } = await openPage(type);
  const { items } = await upload({ ...contents[type], ...given });
  const texts = await Promise.all(
    items.map(async ({ objectId }) => (await read(objectId!, 'alt_text_custom')).alt_text_custom),
  );
  expect(texts).toEqual(expected);
});
