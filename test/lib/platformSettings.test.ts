import { ConfigError, readConfig } from '../../lib/config';
import { platformModules } from '../../platforms';
import { toy } from '../toy/platform';
import { required } from './requiredSettings';

/** The settings without a default of each platform, the toy included. */
const ofPlatform = {
  youtube: { YOUTUBE_CLIENT_ID: 'client', YOUTUBE_CLIENT_SECRET: 'secret' },
  facebook: { FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'secret' },
  toy: { TOY_CLIENT_ID: 'client' },
} as const;
const slugs = Object.keys(ofPlatform) as (keyof typeof ofPlatform)[];
const subsets = Array.from({ length: 2 ** slugs.length }, (_, bits) => slugs.filter((_slug, nth) => bits & (1 << nth)));
const withToy = (settings: Record<string, string | undefined>) => readConfig({ ...platformModules, toy }, settings);
const settingsFor = (offered: readonly (keyof typeof ofPlatform)[]): Record<string, string | undefined> => ({
  DATABASE_URL: required.DATABASE_URL,
  SECRETS_KEY: required.SECRETS_KEY,
  JWT_SECRET: required.JWT_SECRET,
  // As .env.example has it: a default says nothing about whether the platform is wanted.
  FACEBOOK_GRAPH_VERSION: 'v27.0',
  YOUTUBE_UNITS_PER_DAY: '10000',
  ...Object.assign({}, ...offered.map((slug) => ofPlatform[slug])),
});

describe('a platform', () => {
  it.each(slugs)('has its own hosts, and with SANDBOX_URL that one in the place of all of them: %s', (slug) => {
    const addressesOf = (settings: Record<string, string>): string[] => {
      const values: Record<string, unknown> = { ...withToy({ ...settingsFor([slug]), ...settings }).platforms[slug] };
      return Object.values(values).flatMap((value) => (/^https?:/.test(String(value)) ? [String(value)] : []));
    };
    const own = addressesOf({});
    expect(own).not.toEqual([]);
    for (const address of own) expect(address).toMatch(/^https:/);
    const sandboxUrl = 'http://127.0.0.1:4600';
    expect(addressesOf({ SANDBOX_URL: sandboxUrl })).toEqual(own.map(() => sandboxUrl));
  });

  it.each(subsets.filter(({ length }) => length > 0).map((subset) => [subset.join(' and '), subset] as const))(
    'is offered where all its settings are there: %s',
    (_names, offered) => {
      expect(Object.keys(withToy(settingsFor(offered)).platforms).toSorted()).toEqual(offered.toSorted());
    },
  );

  it.each(
    subsets.flatMap((subset) =>
      subset.flatMap((slug) => {
        const names = Object.keys(ofPlatform[slug]);
        return names.length < 2 ? [] : names.map((dropped) => [subset.join(' and '), dropped, subset] as const);
      }),
    ),
  )('of which one setting is missing ends the process: %s without %s', (_names, dropped, offered) => {
    for (const value of [undefined, '', ' ']) {
      expect(() => withToy({ ...settingsFor(offered), [dropped]: value })).toThrow(
        new ConfigError(`${dropped}: is missing (see .env.example)`),
      );
    }
  });

  it('is needed: a process without any names the settings of each', () => {
    expect(() => withToy(settingsFor([]))).toThrow(
      new ConfigError(
        'YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET, or FACEBOOK_APP_ID and FACEBOOK_APP_SECRET, or TOY_CLIENT_ID: are missing (see .env.example)',
      ),
    );
  });
});
