import { FileMissing, StoreUnreachable } from '../../../lib/mediaStore/MediaStore';
import { startApp } from '../../support/callers/app';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { photoBytes, videoBytes } from '../../support/media/media';
import { openMediaFolder } from '../../support/media/mediaFolder';
import { until } from '../../support/until';
import { uploaderFor, uploadPath } from '../../support/callers/uploads';
import { use } from '../../support/use';

/** The errors that the store throws, by the name of the method. */
const faults = new Map<string, Error>();
/** Gates at which a call waits before it asks the store. */
const gates = new Map<string, { waiting: number; opened: Promise<void> }>();

/** Lets nothing through to the store from now on until all is released. */
function close(name: string) {
  let open = (): void => undefined;
  const gate = { waiting: 0, opened: new Promise<void>((resolve) => (open = resolve)) };
  gates.set(name, gate);
  const all = () => {
    gates.delete(name);
    open();
  };
  return { waiting: () => gate.waiting, all };
}

afterEach(() => faults.clear());
const files = use(async () => {
  const folder = openMediaFolder();
  const orFault =
    <Given extends unknown[], Result>(name: string, work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const fault = faults.get(name);
      if (fault) throw fault;
      const gate = gates.get(name);
      if (gate) gate.waiting += 1;
      await gate?.opened;
      return work(...given);
    };
  const { offset, write, finish } = folder;
  const faulty = {
    offset: orFault('offset', offset),
    write: orFault('write', write),
    finish: orFault('finish', finish),
  };
  return { ...folder, ...faulty };
});
const app = use(async () => startApp({}, { files }));
const caller = useCaller(app);
const uploader = () => uploaderFor(caller.call);
const bytes = videoBytes(1000);

describe('the requests of a workspace to its uploads', () => {
  it('work on 24 parts at a time; more of them wait, and another workspace does not', async () => {
    const release = close('write');
    const sessions = await Promise.all(Array.from({ length: 26 }, async () => uploader().open()));
    const sent = sessions.map(async (session) => uploader().send(session, bytes));
    await until(() => release.waiting() === 24);
    const other = uploaderFor((await buildCaller(app)).call);
    const theirs = other.send(await other.open(), bytes);
    await until(() => release.waiting() === 25);
    expect((await uploader().tus('HEAD', await uploader().open())).status).toBe(200);
    release.all();
    expect((await Promise.all([...sent, theirs])).map(({ status }) => status)).toEqual(Array(27).fill(204));
  });
});

describe('a store that is down', () => {
  const unreachable = new StoreUnreachable('down');
  const later = { status: 503, body: { error: 'UNAVAILABLE' } };

  it('is answered with 503 and when to ask again, whatever is asked', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 300));
    faults.set('offset', unreachable);
    const answers = [
      await caller.call('GET', `${uploadPath}/${session.id}`),
      await uploader().send(session, bytes.subarray(300), 300),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(later);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect((await uploader().tus('HEAD', session)).status).toBe(503);
  });

  it('when the last byte has arrived completes the session later', async () => {
    const session = await uploader().open();
    faults.set('finish', unreachable);
    expect(await uploader().send(session, bytes)).toMatchObject(later);
    expect((await uploader().tus('HEAD', session)).status).toBe(503);
    faults.clear();
    expect((await uploader().tus('HEAD', session)).headers.get('upload-offset')).toBe('1000');
    expect(await uploader().read(session)).toMatchObject({ status: 'complete' });
  });

  it('when the last byte of another format has arrived says so at the next request', async () => {
    const session = await uploader().open();
    faults.set('finish', unreachable);
    expect(await uploader().send(session, photoBytes(1000))).toMatchObject(later);
    faults.clear();
    expect((await uploader().tus('HEAD', session)).status).toBe(415);
  });

  it('and has lost the file takes it anew', async () => {
    const session = await uploader().open();
    faults.set('finish', new FileMissing('lost'));
    expect(await uploader().send(session, bytes)).toMatchObject(later);
    faults.clear();
    expect((await uploader().tus('HEAD', session)).headers.get('upload-offset')).toBe('0');
    expect((await uploader().send(session, bytes)).status).toBe(204);
    expect(await uploader().read(session)).toMatchObject({ status: 'complete' });
  });
});
