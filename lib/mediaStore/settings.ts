import { ConfigError } from '../settings/ConfigError';
import type { MediaStoreSettings } from './index';

/** The variables that say where the files of upload sessions are, as they were read. */
interface StoreVariables {
  readonly MEDIA_DIR: string;
  readonly MEDIA_S3_BUCKET?: string | undefined;
  readonly MEDIA_S3_REGION: string;
  readonly MEDIA_S3_ENDPOINT?: string | undefined;
  readonly MEDIA_S3_ACCESS_KEY_ID?: string | undefined;
  readonly MEDIA_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** A bucket if one is named, else a folder. @throws ConfigError for one half of its credentials */
export function mediaStoreOf(env: StoreVariables): MediaStoreSettings {
  const bucket = env.MEDIA_S3_BUCKET;
  if (bucket === undefined) return { kind: 'folder', folder: env.MEDIA_DIR };
  const [accessKeyId, secretAccessKey] = [env.MEDIA_S3_ACCESS_KEY_ID, env.MEDIA_S3_SECRET_ACCESS_KEY];
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
  if (!credentials && (accessKeyId ?? secretAccessKey) !== undefined) {
    throw new ConfigError('MEDIA_S3_SECRET_ACCESS_KEY: must be set with MEDIA_S3_ACCESS_KEY_ID, or neither');
  }
  return { kind: 's3', bucket, region: env.MEDIA_S3_REGION, endpoint: env.MEDIA_S3_ENDPOINT ?? null, credentials };
}
