import { UploadSession } from '../../../models/uploads/UploadSession';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildUser } from '../../support/callers/people';
import { photo, uploaderFor } from '../../support/callers/uploads';
import { makeFilm } from '../../support/media/mediaFiles';
import { walk } from '../../support/runs/assignments';
import { openSession } from '../../support/runs/transfers';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => {
  const user = await buildUser(app);
  return { ...user, ...(await buildConnection(user)) };
});
const path = '/api/v1/console/assignments';
const upload = async (file?: Parameters<ReturnType<typeof uploaderFor>['upload']>[0]) =>
  uploaderFor(ada.call, '/api/v1/console/upload-sessions').upload(file);
const create = async (body: object): Promise<string> =>
  (await ada.call('POST', path, { body: videoBody(ada.connectionId, { ...body }) })).body.id;
/** The lengths that the list and the detail have. */
const lengthsOf = async (id: string) => {
  const item = (await ada.call('GET', path)).body.items.find((one: { id: string }) => one.id === id);
  return [item.durationSeconds, (await ada.call('GET', `${path}/${id}`)).body.durationSeconds];
};

/** A session of a transfer, whose source was found to last so long. */
async function send(assignmentId: string, source: { durationSeconds?: number }): Promise<void> {
  await walk({ assignmentId }, 'uploading');
  const identity = { etag: '"v1"', lastModified: null, sizeBytes: 1000, ...source };
  const session = { session: 'encrypted', source: identity, contentType: 'video/mp4', sizeBytes: 1000 };
  const place = { assignmentId, generation: 1, item: 0 };
  expect(await openSession(place, { ...session, sourceChanges: 0, staged: null, replaced: null })).toBe(true);
}

it.each([
  [
    'that was uploaded is known at once',
    async () => (await upload({ bytes: await makeFilm({ seconds: 3 }) })).mediaUrl,
    3,
  ],
  ['that was uploaded and does not tell it is not known', async () => (await upload()).mediaUrl, null],
  ['at an address is not known before it is read', async () => 'https://media.example/a.mp4', null],
])('the length of a video %s', async (_what, mediaUrlOf, seconds) => {
  const id = await create({ mediaUrl: await mediaUrlOf() });
  expect(await lengthsOf(id)).toEqual([seconds, seconds]);
});

it('the length of a video at an address is known once it is sent', async () => {
  const id = await create({ mediaUrl: 'https://media.example/a.mp4' });
  await send(id, { durationSeconds: 61.25 });
  expect(await lengthsOf(id)).toEqual([61.25, 61.25]);
});

it('the length of an uploaded video stays while it is sent, whether its transfer has read it or not', async () => {
  const { mediaUrl } = await upload({ bytes: await makeFilm({ seconds: 2 }) });
  const id = await create({ mediaUrl });
  await send(id, {});
  expect(await lengthsOf(id)).toEqual([2, 2]);
});

it('a picture has no length', async () => {
  const { id } = await upload(photo);
  const { durationSeconds } = await UploadSession.findByPk(id, { raw: true, rejectOnEmpty: true });
  expect(durationSeconds).toBeNull();
});

it('callers of the API are not told the length', async () => {
  const id = await create({ mediaUrl: (await upload({ bytes: await makeFilm() })).mediaUrl });
  const { apiKey } = (await ada.call('POST', '/api/v1/console/credentials/api-key/regenerate')).body;
  const asCaller = { headers: { authorization: `Bearer ${apiKey}` } };
  const { items } = (await ada.call('GET', '/api/v1/assignments', asCaller)).body;
  const detail = (await ada.call('GET', `/api/v1/assignments/${id}`, asCaller)).body;
  expect([items[0].id, detail.id]).toEqual([id, id]);
  for (const answer of [items[0], detail]) expect(answer).not.toHaveProperty('durationSeconds');
});
