import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { S3, S3ServiceException } from '@aws-sdk/client-s3';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import { paced } from '../../domain/pace';
import { FileMissing, StoreFull, StoreUnreachable } from './MediaStore';
import type { MediaStore } from './MediaStore';
import { S3Parts } from './s3Parts';
import { Spool } from './spool';

/** The address of the bucket, and the keys to it. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Null: Amazon's endpoint of the region. */
  readonly endpoint: string | null;
  /** Null: the SDK finds credentials by itself, as of the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** A bucket has so long to begin an answer: by itself the SDK waits for ever. A second try is made. */
const answerMsDefault = 10_000;
/** The same for a part of 8 MiB and more to arrive, and for the parts to be put together. */
const partMs = 120_000;
/** Bytes on the local disk, of all uploads of a process together: parts of 60 uploads, until the bucket has them. */
const spoolBytesMax = 480 * 1024 ** 2;

/**
 * Objects in a bucket. `@tus/s3-store` makes a multipart upload of each file; filling it is our own (s3Parts.ts), and so
 * are reading and removing, since the library reads whole objects only, and leaves complete objects where they are.
 */
export function createS3Store(
  { bucket, region, endpoint, credentials }: S3Settings,
  { answerMs = paced(answerMsDefault), spool = new Spool(tmpdir(), spoolBytesMax) } = {},
): MediaStore {
  const config = {
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials: { ...credentials } }),
    maxAttempts: 2,
    // Other servers than Amazon's do not know the checksums that newer SDKs add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3({ ...config, requestHandler: endingAfter(answerMs) });
  const ofParts = { ...config, requestHandler: endingAfter(partMs) };
  const partsClient = new S3(ofParts);
  const tus = new S3Parts({ s3ClientConfig: { ...ofParts, bucket }, useTags: false, cache: noCache }, spool);
  const knows = async (id: string): Promise<boolean> => {
    const head = await client.headObject({ Bucket: bucket, Key: `${id}.info` }).catch(unlessMissing);
    return head !== null;
  };
  return {
    begin: async (id, sizeBytes) =>
      reached(async () => {
        if (!(await knows(id))) await tus.create(new Upload({ id, size: sizeBytes, offset: 0 }));
      }),
    offset: async (id) => reached(async () => ((await knows(id)) ? (await tus.getUpload(id)).offset : 0)),
    write: async (id, offset, body) => {
      const { end, fault } = await reached(async () => tus.append(body, id, offset));
      if (fault !== undefined) throw fault;
      return end;
    },
    finish: async (id) => reached(async () => complete({ client, partsClient, bucket }, id)),
    read: async (id, { start, end }, signal) =>
      reached(async () => {
        const range = `bytes=${start}-${end === undefined ? '' : end - 1}`;
        const { Body } = await client.getObject(
          { Bucket: bucket, Key: id, Range: range },
          { ...(signal && { abortSignal: signal }) },
        );
        if (!(Body instanceof Readable)) throw new Error('the object has no body');
        return Body;
      }),
    remove: async (id) => reached(async () => removeAll(client, bucket, id)),
  };
}

/** Each request asks the bucket itself: the record of a session may be another process's. */
const noCache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined };

/** Until the answer begins: a body that is read slowly, or not at all for a while, is not cut. */
function endingAfter(requestTimeout: number) {
  return { requestTimeout, throwOnRequestTimeout: true, connectionTimeout: Math.min(requestTimeout, paced(5_000)) };
}

/**
 * Puts the parts together if that has not been done: the request with the last part may have been cut off just before.
 * @throws NoSuchUpload where there is neither the object nor an upload
 */
async function complete({ client, partsClient, bucket }: Clients, id: string): Promise<void> {
  const whole = await client.headObject({ Bucket: bucket, Key: id }).catch(unlessMissing);
  if (whole) return;
  const info = await client.headObject({ Bucket: bucket, Key: `${id}.info` });
  const upload = { Bucket: bucket, Key: id, UploadId: info.Metadata?.['upload-id'] };
  const parts = await partsOf(client, upload);
  await partsClient.completeMultipartUpload({ ...upload, MultipartUpload: { Parts: parts } });
}

/** The SDK's own paging never ends: it goes on while a page names a next page, and the last page does so, too. */
async function partsOf(
  client: S3,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
): Promise<CompletedPart[]> {
  const parts: CompletedPart[] = [];
  for (let after: string | undefined; ;) {
    const page = await client.listParts({ ...upload, ...(after !== undefined && { PartNumberMarker: after }) });
    parts.push(...(page.Parts ?? []).map(({ ETag, PartNumber }) => ({ ETag, PartNumber })));
    after = page.NextPartNumberMarker;
    if (page.IsTruncated !== true || after === undefined) return parts;
  }
}

interface Clients {
  client: S3;
  /** Waits longer. */
  partsClient: S3;
  bucket: string;
}

/** Removes the upload if it is not complete, its remainders, and the object. */
async function removeAll(client: S3, bucket: string, id: string): Promise<void> {
  const info = await client.headObject({ Bucket: bucket, Key: `${id}.info` }).catch(unlessMissing);
  const uploadId = info?.Metadata?.['upload-id'];
  if (uploadId !== undefined) {
    await client.abortMultipartUpload({ Bucket: bucket, Key: id, UploadId: uploadId }).catch(unlessMissing);
  }
  for (const key of [id, `${id}.part`, `${id}.info`]) await client.deleteObject({ Bucket: bucket, Key: key });
}

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreFull) throw error;
    if (isMissing(error)) throw new FileMissing('the object is not in the bucket', { cause: error });
    throw new StoreUnreachable('the bucket does not do what it was asked for', { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name);
}

function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
