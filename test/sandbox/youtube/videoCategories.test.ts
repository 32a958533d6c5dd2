import { useCleanSandbox } from '../../support/servers/sandbox';
import type { Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

const sandbox = useCleanSandbox();
const grant = useEach(async () => sandbox.grant());
const ask = async (query: string) =>
  sandbox.youtube('GET', `/youtube/v3/videoCategories?${query}`, { token: grant.accessToken });

it('categories are those of a region, each with its title and whether a video can be put into it, for one unit', async () => {
  const unitsOf = async () => (await sandbox.stateOf('youtube')).quota.units;
  const before = await unitsOf();
  const { status, body } = await ask('part=snippet&regionCode=US');
  expect([status, body.kind, (await unitsOf()) - before]).toEqual([200, 'youtube#videoCategoryListResponse', 1]);
  const found = Object.fromEntries(body.items.map(({ id, snippet }: Json) => [id, snippet.assignable]));
  expect(found).toMatchObject({ 22: true, 29: true, 44: false });
  const german = (await ask('part=snippet&regionCode=DE')).body.items.map(({ id }: Json) => id);
  expect(german).toContain('22');
  expect(german).not.toContain('29');
});

it('categories by their ids are there with their parts alone', async () => {
  expect((await ask('part=id&id=10,22')).body.items).toMatchObject([{ id: '10' }, { id: '22' }]);
  expect((await ask('part=id&id=10')).body.items[0]).not.toHaveProperty('snippet');
});

it.each([
  ['part=snippet', 400, 'missingRequiredParameter'],
  ['part=snippet&regionCode=US&id=1', 400, 'incompatibleParameters'],
  ['part=snippet&regionCode=QQ', 400, 'invalidRegionCode'],
  ['part=snippet&regionCode=USA', 400, 'invalidRegionCode'],
  ['part=snippet&regionCode=US&hl=qqq', 400, 'invalidLanguage'],
  ['part=snippet&id=999', 404, 'videoCategoryNotFound'],
  ['part=status&regionCode=US', 400, 'unknownPart'],
])('%s is refused with %i %s', async (query, status, reason) => {
  expect(await ask(query)).toMatchObject({ status, body: { error: { errors: [{ reason }] } } });
});

it.each([
  ['en', undefined],
  ['pt-BR', undefined],
  ['qqq', 'invalidVideoMetadata'],
  ['not a tag', 'invalidVideoMetadata'],
])('a video of the language %j is answered with %p', async (defaultLanguage, reason) => {
  const id = await sandbox.upload(grant.accessToken);
  const json = { id, snippet: { title: 'B', categoryId: '10', defaultLanguage } };
  const { body } = await sandbox.youtube('PUT', '/youtube/v3/videos?part=snippet', { token: grant.accessToken, json });
  expect(body.error?.errors[0].reason).toBe(reason);
});

it('a paid promotion is a part of its own, and false until somebody says so', async () => {
  const token = grant.accessToken;
  const id = await sandbox.upload(token);
  const part = 'paidProductPlacementDetails';
  const read = async () =>
    (await sandbox.youtube('GET', `/youtube/v3/videos?part=${part}&id=${id}`, { token })).body.items[0][part];
  expect(await read()).toEqual({ hasPaidProductPlacement: false });
  const json = { id, [part]: { hasPaidProductPlacement: true } };
  expect((await sandbox.youtube('PUT', `/youtube/v3/videos?part=${part}`, { token, json })).status).toBe(200);
  expect(await read()).toEqual({ hasPaidProductPlacement: true });
});
