import { featureNames, permissionsFor } from '../../domain/consent/feature';
import { platformModules } from '../../platforms';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
const ofFacebook = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];

/** The permissions that docs and reviews name: base, then the permissions that each feature adds. */
it.each([
  ['youtube', [scope('youtube')], { comments: [scope('youtube.force-ssl')], captions: [scope('youtube.force-ssl')] }],
  [
    'facebook',
    ofFacebook,
    { comments: ['pages_manage_engagement'], insights: ['read_insights'], businessPages: ['business_management'] },
  ],
] as const)('%s asks for %j, and for more only with a feature', (slug, base, added) => {
  const { permissions } = platformModules[slug];
  expect(permissions.base).toEqual(base);
  expect(permissionsFor(permissions, [])).toEqual(base);
  const more = permissions.features.map(({ name }) => [name, permissionsFor(permissions, [name]).slice(base.length)]);
  expect(Object.fromEntries(more)).toEqual(added);
});

it('has each feature once, in every platform', () => {
  for (const { permissions } of Object.values(platformModules)) {
    const names = permissions.features.map(({ name }) => name);
    expect(names).toEqual(featureNames.filter((name) => names.includes(name)));
  }
});
