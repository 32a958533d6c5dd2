import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingFaults, settings } from '../../bin/docs/settings';
import { ConfigError, readConfig } from '../../lib/config';
import { platformModules } from '../../platforms';
import { useTempDir } from '../support/tempDir';

const root = join(__dirname, '..', '..');
const example = readFileSync(join(root, '.env.example'), 'utf8');
const values: Record<string, string> = {
  DATABASE_URL: 'postgres://user:password@localhost:5432/content_delivery',
  SECRETS_KEY: `k1:${'A'.repeat(43)}=`,
  JWT_SECRET: `k1:${'A'.repeat(43)}=`,
  YOUTUBE_CLIENT_ID: 'client',
  YOUTUBE_CLIENT_SECRET: 'secret',
  FACEBOOK_APP_ID: 'app',
  FACEBOOK_APP_SECRET: 'secret',
};
/** Temporal reads two of its own. */
const ours = settings().filter(({ name }) => !/^TEMPORAL_(ADDRESS|NAMESPACE)$/.test(name));

/** The line with which the process ends, or none. */
function refusalOf(changed: Record<string, string | undefined>): string | undefined {
  try {
    readConfig(platformModules, { ...values, ...changed });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return undefined;
}

describe('docs/settings.md', () => {
  it('has one row for each setting that is read', () => {
    const page = readFileSync(join(root, 'docs', 'settings.md'), 'utf8');
    const rows = Array.from(page.matchAll(/^\| `([A-Z0-9_]+)` /gm), ([, name]) => name!);
    expect(rows.sort()).toEqual(
      settings()
        .map(({ name }) => name)
        .sort(),
    );
    expect(rows.length).toBeGreaterThan(30);
  });

  it('calls those required without which the process does not start', () => {
    for (const { name, isRequired } of ours) {
      expect({ name, isRequired }).toEqual({ name, isRequired: refusalOf({ [name]: undefined }) !== undefined });
    }
  });

  it('gives defaults that do what leaving the variable out does', () => {
    const defaults = ours.flatMap(({ name, default: given }) => (given === null ? [] : [[name, given]]));
    const spelledOut = readConfig(platformModules, { ...values, ...Object.fromEntries(defaults) });
    const { secretsKeys: _, sessionKeys: __, ...config } = readConfig(platformModules, values);
    expect(spelledOut).toMatchObject(config);
    expect(defaults.length).toBeGreaterThan(20);
  });

  it('gives the form with which a malformed value is refused, and text where none is', () => {
    const texts = ours.filter(({ form }) => form === 'text').map(({ name }) => name);
    expect(texts).toEqual([
      'HOST',
      'INTERNAL_HOST',
      'MEDIA_DIR',
      'MEDIA_S3_BUCKET',
      'MEDIA_S3_REGION',
      'MEDIA_S3_ACCESS_KEY_ID',
      'MEDIA_S3_SECRET_ACCESS_KEY',
      'YOUTUBE_CLIENT_ID',
      'YOUTUBE_CLIENT_SECRET',
      'FACEBOOK_APP_ID',
      'FACEBOOK_APP_SECRET',
    ]);
    for (const name of texts) expect(refusalOf({ [name]: '\0' })).toBeUndefined();
    for (const { name, form } of ours.filter((setting) => setting.form !== 'text')) {
      expect(refusalOf({ [name]: '\0' })).toMatch(`${name}: `);
      expect(refusalOf({ [name]: '\0' })).toContain(form);
    }
  });
});

describe('npm run docs', () => {
  const folder = useTempDir();
  const faultsOf = async (text: string) => {
    folder.write('.env.example', text);
    return settingFaults(folder.path);
  };

  it('finds nothing wrong with .env.example', async () => {
    expect(await faultsOf(example)).toEqual([]);
  });

  it('names a setting that is not listed, one that nothing reads, and one that is not explained', async () => {
    expect(await faultsOf(example.replace(/^PORT=/m, 'PORTS='))).toEqual([
      '.env.example lacks PORT, which the service reads',
      '.env.example has PORTS, which nothing reads',
    ]);
    expect(await faultsOf(example.replace(/^HOST=/m, '\nHOST='))).toEqual(['.env.example does not explain HOST']);
  });
});
