import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readConfig } from '../../sandbox/config';
import type { SandboxConfig } from '../../sandbox/config';
import { platformModules } from '../../sandbox/platforms';
import { openSettings } from '../../sandbox/settings';
import { useEachTempDir } from '../support/tempDir';

describe('The app of a platform', () => {
  it('is given by the variables that begin with its slug, each part by itself', () => {
    const env = {
      SANDBOX_FACEBOOK_CLIENT_ID: 'app',
      SANDBOX_FACEBOOK_CLIENT_SECRET: '',
      SANDBOX_FACEBOOK_REDIRECT_URIS: 'https://a.example, https://b.example',
    };
    const { apps } = readConfig(env);
    const redirectUris = ['https://a.example', 'https://b.example'];
    expect(apps.facebook).toEqual({ ...platformModules.facebook.app, clientId: 'app', redirectUris });
    expect(apps.youtube).toEqual(platformModules.youtube.app);
    expect(() => readConfig({ SANDBOX_MAIL_PORT: '70000' })).toThrow('SANDBOX_MAIL_PORT must be a whole number');
  });

  it('is given by options that do not compile with a misspelled key', () => {
    const options: Partial<SandboxConfig>[] = [
      { port: 0, apps: { youtube: { clientId: 'right' } } },
      // @ts-expect-error an option that there is not
      { prot: 0 },
      // @ts-expect-error a platform that there is not
      { apps: { yuotube: { clientId: 'wrong' } } },
      // @ts-expect-error a part that no app has
      { apps: { youtube: { clientID: 'wrong' } } },
    ];
    expect(options).toHaveLength(4);
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
