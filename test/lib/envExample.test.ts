import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings as readSettings } from '../../bin/docs/settings';
import { readConfig } from '../../lib/config';
import { platformModules } from '../../platforms';
import { required } from './requiredSettings';

const root = join(__dirname, '..', '..');
const read = (settings: Record<string, string | undefined>) => readConfig(platformModules, settings);

describe('.env.example', () => {
  const text = readFileSync(join(root, '.env.example'), 'utf8');
  const settings = Object.fromEntries(
    Array.from(text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm), ([, name, value]) => [name!, value!]),
  );
  const names = readSettings().map(({ name }) => name);

  it('lists exactly the settings that the service reads', () => {
    expect(Object.keys(settings).toSorted()).toEqual(names.toSorted());
    expect(names.length).toBeGreaterThan(20);
  });

  it('explains each with a comment above it or above its group', () => {
    for (const name of Object.keys(settings)) {
      const above = text
        .slice(0, text.search(new RegExp(`^${name}=`, 'm')))
        .split('\n\n')
        .at(-1);
      expect({ name, above }).toEqual({ name, above: expect.stringMatching(/^# /m) });
    }
  });

  it('can be used as it is, once the secrets are filled in', () => {
    const filled = {
      ...settings,
      ...Object.fromEntries(Object.entries(required).filter(([name]) => settings[name] === '')),
    };
    expect(read(filled)).toMatchObject({ port: 3000, baseUrl: 'https://api.example.com' });
  });

  it('shows the default of every setting that has one', () => {
    const examples = /^(DATABASE_URL|BASE_URL|CONSOLE_URL|INTERNAL_PORT|TEMPORAL_|SMTP_URL|MAIL_FROM)/;
    const defaults = Object.entries(settings).filter(([name]) => !examples.test(name));
    expect(read({ ...Object.fromEntries(defaults), ...required })).toEqual(read(required));
  });
});
