import { createFileStore } from './fileStore';
import type { MediaStore } from './MediaStore';
import { createS3Store } from './s3Store';
import type { S3Settings } from './s3Store';

/** Where the files of upload sessions are. */
export type MediaStoreSettings =
  { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Settings);

/** The store of the settings. Nothing is opened before it is used. */
export function createMediaStore(settings: MediaStoreSettings): MediaStore {
  return settings.kind === 's3' ? createS3Store(settings) : createFileStore(settings.folder);
}
