import { Connection } from '../../models/Connection';
import { usePublishing } from '../support/publishing';
import { calm, expectFailed, expectPublished, publishThrough, to, uploads, videos } from './storm';

const publishing = usePublishing();
afterEach(async () => calm(publishing));

const lose = async (method: string, path: string) => publishing.fault({ method, path }, { loseAnswer: true });

describe('a job whose platform did what it was asked to, and whose answer was lost', () => {
  it('renews its token again when it was a renewal, and the connection stays valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { error: 'authError' });
    await lose('POST', '/token');
    const channel = await publishing.connect();
    const told = await publishThrough(publishing, channel);
    await expectPublished(publishing, told);
    expect(to(told, 'POST', '/token')).toHaveLength(2);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  });

  it('deletes nothing again when it was the deletion of what is left over', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
    await lose('DELETE', videos);
    const told = await publishThrough(publishing);
    expectFailed(told, 'PROCESSING_FAILED', /"conversion"/, 'done');
    expect(told.videos).toEqual([]);
    expect(to(told, 'DELETE', videos)).toHaveLength(1);
  });

  it('ends no session again when it was the end of one', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'badContent' });
    await lose('DELETE', uploads);
    const told = await publishThrough(publishing);
    expectFailed(told, 'PLATFORM_REJECTED', /Unsupported media type/, 'done');
    expect(told.sessions).toMatchObject([{ status: 'cancelled' }]);
    expect(to(told, 'DELETE', uploads)).toHaveLength(1);
  });
});
