import { spawn } from 'node:child_process';
import { request as ask } from 'node:http';
import { mkdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { createS3Store } from '../../../lib/mediaStore/s3Store';
import { FileMissing, StoreFull, StoreUnreachable } from '../../../lib/mediaStore/MediaStore';
import { Spool } from '../../../lib/mediaStore/spool';
import { workspaceClient } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { useCaller } from '../../support/callers/caller';
import { videoBytes } from '../../support/media/media';
import { findS3Server } from '../../support/servers/s3Server';
import { closedUrl, startServer } from '../../support/servers/server';
import { useTempDir } from '../../support/tempDir';
import { until } from '../../support/until';
import { uploaderFor } from '../../support/callers/uploads';
import { use } from '../../support/use';

const mebibyte = 1024 ** 2;
const credentials = { accessKeyId: 'tester', secretAccessKey: 'testing secret' };
const region = 'us-east-1';
const bucket = 'media';
const dir = useTempDir(({ at }) => mkdirSync(at('buckets')));

/** Its first build takes two minutes, and many more beside other tests. */
const buildLimitMs = 15 * 60_000;
beforeAll(findS3Server, buildLimitMs);

/** A real S3 server, with one bucket. */
const s3 = use(async () => {
  const endpoint = await closedUrl();
  const child = spawn(
    await findS3Server(),
    ['--port', new URL(endpoint).host, '--region', region, 'posix', dir.at('buckets')],
    {
      env: { ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
      stdio: 'ignore',
    },
  );
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
  await until(async () => client.createBucket({ Bucket: bucket }), { limitMs: 20_000, isForgiving: true });
  const store = createS3Store({ bucket, region, endpoint, credentials });
  const keys = async () => ((await client.listObjectsV2({ Bucket: bucket })).Contents ?? []).map(({ Key }) => Key);
  return {
    store,
    endpoint,
    keys,
    uploads: async () => (await client.listMultipartUploads({ Bucket: bucket })).Uploads ?? [],
    /** The sizes of the parts that an upload has. */
    parts: async (id: string) => {
      const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: id });
      const { Parts = [] } = await client.listParts({ Bucket: bucket, Key: id, UploadId: Uploads[0]?.UploadId });
      return Parts.map(({ Size }) => Size);
    },
    abort: async (upload: { Key: string; UploadId: string | undefined }) =>
      client.abortMultipartUpload({ Bucket: bucket, ...upload }),
    stop: () => child.kill(),
  };
});
const app = use(async () => startApp({}, { files: { ...s3.store, path: '', stop: () => undefined } }));
const caller = useCaller(app);
const film = videoBytes(20 * mebibyte);

async function bytesOf(id: string, range: { start: number; end?: number }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await s3.store.read(id, range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('an upload in pieces of any size arrives whole in a bucket', async () => {
  const uploader = uploaderFor(caller.call);
  const session = await uploader.open({ mediaSizeBytes: film.length });
  let offset = 0;
  let parts: unknown[] = [];
  for (const lengthBytes of [1000, 6 * mebibyte, 9 * mebibyte, 20 * mebibyte]) {
    const part = film.subarray(offset, Math.min(offset + lengthBytes, film.length));
    expect((await uploader.send(session, part, offset)).status).toBe(204);
    offset += part.length;
    expect((await uploader.tus('HEAD', session)).headers.get('upload-offset')).toBe(String(offset));
    if (offset < film.length) parts = await s3.parts(session.id);
  }
  expect(parts).toEqual([8 * mebibyte]);

  expect(await uploader.read(session)).toMatchObject({ status: 'complete', bytesReceived: film.length });
  expect((await bytesOf(session.id, { start: 0 })).equals(film)).toBe(true);
  expect(
    (await bytesOf(session.id, { start: 5_000_000, end: 5_000_100 })).equals(film.subarray(5_000_000, 5_000_100)),
  ).toBe(true);
});

it('removes what is complete and what is not, and does not mind what it does not know', async () => {
  const uploader = uploaderFor(caller.call);
  const complete = await uploader.upload({ bytes: film.subarray(0, 6 * mebibyte) });
  const half = await uploader.open({ mediaSizeBytes: film.length });
  await uploader.send(half, film.subarray(0, 100_000));

  for (const session of [complete, half]) expect((await uploader.tus('DELETE', session)).status).toBe(204);
  expect((await s3.keys()).filter((key) => key?.startsWith(complete.id) || key?.startsWith(half.id))).toEqual([]);
  expect((await s3.uploads()).filter(({ Key }) => Key === half.id)).toEqual([]);
  await s3.store.remove(complete.id);
});

it('says that a file is missing, and that the bucket does not answer', async () => {
  await expect(s3.store.read('nothing', { start: 0 })).rejects.toThrow(FileMissing);
  const nowhere = createS3Store({ bucket, region, endpoint: await closedUrl(), credentials });
  await expect(nowhere.offset('nothing')).rejects.toThrow(StoreUnreachable);
  await expect(nowhere.write('nothing', 0, Readable.from([]))).rejects.toThrow(StoreUnreachable);
});

/** The S3 server through a proxy that refuses the first `count` requests to put parts together. */
async function refusing(count: number) {
  let left = count;
  const proxy = await startServer((request, response) => {
    const { method, headers, url = '/' } = request;
    if (method === 'POST' && url.includes('uploadId=') && left > 0) {
      left -= 1;
      response.writeHead(503).end();
      return;
    }
    // The signature is of the host that the client has asked.
    const forwarded = ask(s3.endpoint, { path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  return { store: createS3Store({ bucket, region, endpoint: proxy.url, credentials }), stop: proxy.stop };
}

/** A body that goes on as its bytes are pushed, and ends with null. */
const slowBody = () => new Readable({ read: () => undefined });
const openStore = (spool: Spool) => createS3Store({ bucket, region, endpoint: s3.endpoint, credentials }, { spool });

describe('uploads that are slow', () => {
  it('keep no other one from going on, however many stand still', async () => {
    const count = 61;
    const slow = await Promise.all(
      Array.from({ length: count }, async (_none, nth) => {
        const body = slowBody();
        await s3.store.begin(`slow${nth}`, film.length);
        const written = s3.store.write(`slow${nth}`, 0, body);
        body.push(film.subarray(0, 1000));
        return { body, written };
      }),
    );
    await s3.store.begin('fast', film.length);
    expect(await s3.store.write('fast', 0, Readable.from([film]))).toBe(film.length);
    for (const { body } of slow) body.push(null);
    expect(await Promise.all(slow.map(async ({ written }) => written))).toEqual(Array(count).fill(1000));
  });

  it('give up their room in the spool when it is wanted, and keep all that has arrived', async () => {
    const spool = new Spool(dir.path, 17 * mebibyte);
    const opened = jest.spyOn(spool, 'open');
    const store = openStore(spool);
    const begun = async (id: string, lengthBytes: number) => {
      const body = slowBody();
      await store.begin(id, film.length);
      const written = store.write(id, 0, body);
      body.push(film.subarray(0, lengthBytes));
      await until(async () => (await opened.mock.results.at(-1)?.value)?.size === lengthBytes);
      return { body, written };
    };
    const [slowest, slow] = [await begun('slowest', 6 * mebibyte), await begun('slow', 4 * mebibyte)];
    await store.begin('quick', 8 * mebibyte);
    const quick = store.write('quick', 0, Readable.from([film.subarray(0, 8 * mebibyte)]));
    await expect(slowest.written).rejects.toThrow(StoreFull);
    expect(await quick).toBe(8 * mebibyte);
    slow.body.push(null);
    expect(await slow.written).toBe(4 * mebibyte);
    expect(await store.offset('slowest')).toBe(6 * mebibyte);
    expect(await store.write('slowest', 6 * mebibyte, Readable.from([film.subarray(6 * mebibyte)]))).toBe(film.length);
    await store.finish('slowest');
    expect((await bytesOf('slowest', { start: 0 })).equals(film)).toBe(true);
  });

  it('are answered 507 where there is no room at all, and go on later', async () => {
    const files = openStore(new Spool(dir.path, mebibyte));
    const full = await startApp({}, { files: { ...files, path: '', stop: () => undefined }, database: app.database });
    const uploader = uploaderFor(workspaceClient(full, caller));
    const session = await uploader.open({ mediaSizeBytes: film.length });
    expect(await uploader.send(session, film.subarray(0, 3 * mebibyte))).toMatchObject({
      status: 507,
      body: { error: 'INSUFFICIENT_STORAGE' },
    });
    await full.stop();
    const offset = Number((await uploaderFor(caller.call).tus('HEAD', session)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect((await uploaderFor(caller.call).send(session, film.subarray(offset), offset)).status).toBe(204);
    expect((await bytesOf(session.id, { start: 0 })).equals(film)).toBe(true);
  });
});

describe('a file whose parts could not be put together', () => {
  it('is whole once its upload is finished, however often that is asked', async () => {
    const { store, stop } = await refusing(2);
    try {
      await store.begin('refused', film.length);
      expect(await store.write('refused', 0, Readable.from([film]))).toBe(film.length);
      await expect(store.finish('refused')).rejects.toThrow(StoreUnreachable);
      expect(await store.offset('refused')).toBe(film.length);
      await store.finish('refused');
      await store.finish('refused');
      expect((await bytesOf('refused', { start: 0 })).equals(film)).toBe(true);
      expect(await store.offset('refused')).toBe(film.length);
    } finally {
      await stop();
    }
  });

  it('is missing where its upload is gone, and begins anew when it was removed', async () => {
    await s3.store.begin('gone', film.length);
    for (const { Key, UploadId } of await s3.uploads()) {
      if (Key === 'gone') await s3.abort({ Key, UploadId });
    }
    await expect(s3.store.finish('gone')).rejects.toThrow(FileMissing);
    await s3.store.remove('gone');
    expect(await s3.store.offset('gone')).toBe(0);
  });
});
