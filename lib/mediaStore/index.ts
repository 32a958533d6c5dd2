import { createFileStore } from './fileStore';
import type { MediaStore } from './MediaStore';
import type { S3Settings } from './s3Store';

/** The place for the files of upload sessions. */
export type MediaStoreSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Settings);

/** The store of the settings. Nothing is opened before it is used; the AWS SDK is loaded only for a bucket. */
export async function createMediaStore(settings: MediaStoreSettings): Promise<MediaStore> {
  if (settings.kind === 'folder') return createFileStore(settings.folder);
  const { createS3Store } = await import('./s3Store.js');
  return createS3Store(settings);
}
