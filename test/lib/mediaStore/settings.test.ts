import { ConfigError, readConfig } from '../../../lib/config';
import { platformModules } from '../../../platforms';
import { required } from '../requiredSettings';

const storeOf = (settings: Record<string, string>) =>
  readConfig(platformModules, { ...required, ...settings }).mediaStore;

describe('the store of uploaded files', () => {
  const named = { MEDIA_S3_BUCKET: 'media' };
  const keys = { MEDIA_S3_ACCESS_KEY_ID: 'id', MEDIA_S3_SECRET_ACCESS_KEY: 'secret' };

  it('is a folder, or the bucket that is named', () => {
    expect(storeOf({ MEDIA_DIR: '/media' })).toEqual({ kind: 'folder', folder: '/media' });
    const amazon = { kind: 's3', bucket: 'media', region: 'us-east-1', endpoint: null, credentials: null };
    expect(storeOf(named)).toEqual(amazon);
    const other = { ...named, ...keys, MEDIA_S3_ENDPOINT: 'https://s3.example', MEDIA_S3_REGION: 'eu' };
    expect(storeOf(other)).toEqual({
      ...amazon,
      region: 'eu',
      endpoint: 'https://s3.example',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  it('has both halves of a key, or none', () => {
    for (const name of Object.keys(keys)) {
      expect(() => storeOf({ ...named, [name]: 'half' })).toThrow(ConfigError);
    }
  });
});
