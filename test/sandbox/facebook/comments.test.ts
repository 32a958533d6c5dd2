import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import type { PageGrant } from '../../support/platforms/facebookSandbox';
import { useEach } from '../../support/use';

const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement'];

describe('comments of a post', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page({ scopes }));

  const publish = async (by: PageGrant, extra = {}): Promise<string> =>
    (await by.post(`/${by.channelId}/feed`, { message: 'A post', ...extra })).body.id;
  const texts = async (id: string, params = {}) =>
    (await page.get(`/${id}/comments`, { fields: 'message', ...params })).body.data.map(
      ({ message }: { message: string }) => message,
    );

  it('are made once each time, and listed in their order', async () => {
    const id = await publish(page);
    for (const message of ['First', 'First', 'Second'])
      expect(await page.post(`/${id}/comments`, { message })).toMatchObject({
        status: 200,
        body: { id: expect.stringMatching(/^\d+_\d+$/) },
      });
    expect(await texts(id, { order: 'chronological' })).toEqual(['First', 'First', 'Second']);
    expect(await texts(id, { order: 'reverse_chronological', limit: '1' })).toEqual(['Second']);
    const { body } = await page.get(`/${id}/comments`, { fields: 'id,from{id},created_time', summary: 'total_count' });
    expect(body).toMatchObject({ data: [{ from: { id: page.channelId } }, {}, {}], summary: { total_count: 3 } });
  });

  it('are listed late where a setting says so', async () => {
    const id = await publish(page);
    await sandbox.change({ commentLagMs: 60_000 });
    await page.post(`/${id}/comments`, { message: 'First' });
    expect(await texts(id)).toEqual([]);
    await sandbox.change({ commentLagMs: 0 });
    expect(await texts(id)).toEqual(['First']);
  });

  it('are refused without the permission, without a text, and on a post that is not public or not there', async () => {
    const plain = await sandbox.page();
    const own = await publish(plain);
    expect((await plain.post(`/${own}/comments`, { message: 'Text' })).body.error).toMatchObject({ code: 200 });
    const id = await publish(page);
    expect((await page.post(`/${id}/comments`, { message: ' ' })).body.error).toMatchObject({ code: 100 });
    expect((await page.post(`/${id}/comments`, { message: 'x'.repeat(8001) })).body.error).toMatchObject({ code: 100 });
    const draft = await publish(page, { message: 'A draft', published: 'false' });
    expect((await page.post(`/${draft}/comments`, { message: 'Text' })).body.error).toMatchObject({ code: 100 });
    expect((await page.post('/1_2/comments', { message: 'Text' })).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
  });
});
