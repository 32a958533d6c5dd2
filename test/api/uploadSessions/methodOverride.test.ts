import { useApp } from '../../support/callers/app';
import { useCaller } from '../../support/callers/caller';
import { videoBytes } from '../../support/media/media';
import { partHeaders, uploaderFor, uploadPath } from '../../support/callers/uploads';

const app = useApp();
const caller = useCaller(app);
const uploader = () => uploaderFor(caller.call);
const bytes = videoBytes(1000);
const resumable = { 'tus-resumable': '1.0.0' };
const as = (method: string) => ({ ...resumable, 'x-http-method-override': method });

describe('X-HTTP-Method-Override on a POST to the address of an upload', () => {
  it('is the method, for clients whose network lets no other through', async () => {
    const session = await uploader().open();
    const post = async (headers: Record<string, string>, body?: Buffer) =>
      uploader().tus('POST', session, { headers, ...(body && { body }) });

    const sent = await post({ ...partHeaders(0), ...as('PATCH') }, bytes.subarray(0, 300));
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '300']);
    const looked = await post(as('HEAD'));
    expect([looked.status, looked.headers.get('upload-offset'), looked.headers.get('upload-length')]).toEqual([
      200,
      '300',
      '1000',
    ]);
    expect((await post(as('patch'), bytes.subarray(300))).status).toBe(415);
    expect((await post(as('GET'))).body).toMatchObject({ id: session.id, bytesReceived: 300 });
    expect((await post(as('OPTIONS'))).headers.get('tus-version')).toBe('1.0.0');
    expect((await post(as('DELETE'))).status).toBe(204);
    const gone = await post(as('HEAD'));
    expect([gone.status, gone.body.error]).toEqual([410, 'GONE']);
  });

  it.each(['POST', 'PUT', 'FOO', 'PATCH, HEAD'])('of %s is a method that uploads do not have', async (method) => {
    const answer = await uploader().tus('POST', await uploader().open(), { headers: as(method) });
    expect([answer.status, answer.body.error]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('X-HTTP-Method-Override anywhere else', () => {
  it('is ignored on another method at an upload', async () => {
    const session = await uploader().open();
    const answer = await uploader().tus('HEAD', session, { headers: as('DELETE') });
    expect(answer.status).toBe(200);
    const part = { ...partHeaders(0), ...as('DELETE') };
    expect((await uploader().tus('PATCH', session, { headers: part, body: bytes })).status).toBe(204);
  });

  it('is ignored on a POST to any other address', async () => {
    const opened = await caller.call('POST', uploadPath, {
      headers: as('DELETE'),
      body: { fileName: 'a.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
    });
    expect(opened.status).toBe(201);
    const assignment = await caller.create({}, as('GET'));
    expect(assignment.status).toBe(201);
    const cancelled = await caller.call('POST', `/api/v1/assignments/${assignment.body.id}`, { headers: as('DELETE') });
    expect(cancelled.status).toBe(405);
  });
});
