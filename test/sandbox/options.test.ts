import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readConfig } from '../../sandbox/config';
import { openSettings } from '../../sandbox/settings';
import { useEachTempDir } from '../support/tempDir';

describe('The options of a platform', () => {
  it('are the variables that begin with its slug', () => {
    const env = {
      SANDBOX_TOY_PORT: '4700',
      SANDBOX_TOY_APP_ID: 'app',
      SANDBOX_TOY_APP_SECRET: 'secret',
      SANDBOX_TOY_REDIRECT_URIS: 'https://a.example, https://b.example',
      SANDBOX_TOY_CLIENT_ID: '',
    };
    const config = readConfig(env);
    expect(config).toMatchObject({
      toyPort: 4700,
      toyAppId: 'app',
      toyAppSecret: 'secret',
      toyRedirectUris: ['https://a.example', 'https://b.example'],
    });
    expect(config).not.toHaveProperty('toyClientId');
    expect(() => readConfig({ SANDBOX_TOY_PORT: '70000' })).toThrow('SANDBOX_TOY_PORT must be a whole number');
  });
});

describe('The settings of a platform', () => {
  const folder = useEachTempDir();
  const schema = z.object({ toy: z.strictObject({ speed: z.int(), isLoud: z.boolean() }) });
  const open = (kept?: object) => {
    if (kept) writeFileSync(folder.at('settings.json'), JSON.stringify(kept));
    const settings = openSettings(folder.path, 5);
    return { settings, toy: settings.add({ schema, initial: { toy: { speed: 1, isLoud: false } } }) };
  };

  it('are read with the shared ones, changed part by part, and kept', () => {
    const { settings, toy } = open();
    expect(toy.read()).toMatchObject({ processingMs: 5, toy: { speed: 1, isLoud: false } });
    settings.change(settings.changeSchema().parse({ toy: { speed: 2 }, processingMs: 6 }));
    expect(toy.read()).toMatchObject({ processingMs: 6, toy: { speed: 2, isLoud: false } });
    expect(open().settings.all()).toEqual(settings.all());
    settings.reset();
    expect(toy.read()).toMatchObject({ processingMs: 5, toy: { speed: 1 } });
  });

  it('have their first values in a file that is older than they are', () => {
    expect(open({ processingMs: 7, toy: { speed: 3 } }).toy.read()).toMatchObject({
      processingMs: 7,
      outcome: 'succeeded',
      toy: { speed: 3, isLoud: false },
    });
  });

  it('are refused where nobody has added them, or they are wrong', () => {
    const { settings } = open({ weather: 'rain' });
    expect(() => settings.assertKnown()).toThrow('weather');
    expect(settings.changeSchema().safeParse({ weather: 'rain' }).success).toBe(false);
    expect(() => open({ toy: { speed: 'fast' } })).toThrow('speed');
  });
});
