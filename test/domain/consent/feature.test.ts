import { featuresIn, featuresThatAre, permissionsFor } from '../../../domain/consent/feature';
import type { PlatformPermissions } from '../../../domain/consent/feature';

/** Two features of one permission, and one of two permissions. */
const platform: PlatformPermissions = {
  base: ['publish', 'list'],
  features: [
    { name: 'captions', permissions: ['more'] },
    { name: 'comments', permissions: ['more'] },
    { name: 'insights', permissions: ['numbers', 'list'] },
  ],
};

it.each([
  [[], ['publish', 'list']],
  [['captions'], ['publish', 'list', 'more']],
  [
    ['insights', 'comments', 'captions'],
    ['publish', 'list', 'more', 'numbers'],
  ],
  [['businessPages'], ['publish', 'list']],
] as const)('a consent with the features %j asks for %j', (features, permissions) => {
  expect(permissionsFor(platform, features)).toEqual(permissions);
});

it.each([
  [[], [], ['captions', 'comments', 'insights']],
  [['publish', 'list'], [], ['captions', 'comments', 'insights']],
  [['more'], ['captions', 'comments'], ['insights']],
  [['numbers'], [], ['captions', 'comments', 'insights']],
  [['numbers', 'list', 'unknown'], ['insights'], ['captions', 'comments']],
])('the permissions %j have the features %j, and lack %j', (granted, having, missing) => {
  expect(featuresThatAre('granted', platform, granted)).toEqual(having);
  expect(featuresThatAre('missing', platform, granted)).toEqual(missing);
  const states = [...having.map((name) => [name, 'granted']), ...missing.map((name) => [name, 'missing'])];
  expect(featuresIn(platform, granted)).toEqual(Object.fromEntries(states));
});
