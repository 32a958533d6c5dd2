import { routes } from '../../api/routes';
import { facebookSteps } from '../../bin/verify/facebook/steps';
import { stripeSteps } from '../../bin/verify/stripe/steps';
import { youtubeSteps } from '../../bin/verify/youtube/steps';
import { createPlatforms } from '../../platforms';
import { projectFiles, textOf } from '../support/projectFiles';
import { facebookSettings } from '../support/platforms/facebook';
import { youtubeSettings } from '../support/platforms/youtube';

/** docs/go-live.md cites steps of `npm run verify`, permissions and addresses: each is that of the code. */

const page = textOf('docs/go-live.md');
const found = (form: RegExp, text = page): string[] => [
  ...new Set(Array.from(text.matchAll(form), ([, name = '']) => name)),
];
const nowhere = 'http://127.0.0.1:9';
const platforms = createPlatforms({ youtube: youtubeSettings(nowhere), facebook: facebookSettings(nowhere) });

describe('the lines of verify', () => {
  const ids = [...youtubeSteps, ...facebookSteps, ...stripeSteps].map(({ id }) => id);

  it('that the page cites are steps', () => {
    const cited = found(/`((?:youtube|facebook|stripe)(?:\.[a-z-]+)+)`/g);
    // A scope of Google has the same form.
    const scopes = ['youtube.upload', 'youtube.readonly'];
    expect(cited.filter((id) => !ids.includes(id) && !scopes.includes(id))).toEqual([]);
    expect(cited.length).toBeGreaterThan(25);
  });

  it('publish each kind that the page lists', () => {
    const [, kinds = ''] = /`facebook\.text\.publish` and the same of (.*?), and by/s.exec(page) ?? [];
    const cited = found(/`([a-z-]+)`/g, kinds).map((kind) => `facebook.${kind}.publish`);
    const publishing = ids.filter((id) => /^facebook\..*\.publish$/.test(id));
    expect(['facebook.text.publish', ...cited].toSorted()).toEqual(publishing.toSorted());
  });
});

describe.each([
  ['youtube', 'scope of YouTube'],
  ['facebook', 'permission of Facebook'],
] as const)('the permissions of %s', (slug, heading) => {
  const [, table = ''] = page.split(`| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  const listed = found(/^\| `([^`]+)` \|/gm, rows);
  const source = projectFiles
    .filter((file) => file.startsWith(`platforms/${slug}/`) && file.endsWith('.ts'))
    .map(textOf)
    .join('\n');

  it('that are asked for always are those of a consent without features', () => {
    const url = platforms.get(slug)!.oauth.consentUrl({
      state: 'state',
      redirectUri: 'https://api.example/',
      codeVerifier: 'verifier',
      features: [],
    });
    const asked = (url.searchParams.get('scope') ?? '').split(/[ ,]/);
    const ofAccount = ['openid'];
    expect(found(/^\| `([^`]+)` \| always \|/gm, rows).toSorted()).toEqual(
      asked.filter((scope) => !ofAccount.includes(scope)).toSorted(),
    );
  });

  it('with a feature are named by the platform, and each that it names is listed', () => {
    const short = listed.map((name) => name.replace('https://www.googleapis.com/auth/', ''));
    expect(short.filter((name) => !source.includes(name))).toEqual([]);
    const named = found(
      /'(pages_[a-z_]+|read_insights|business_management|publish_video|youtube\.force-ssl)'/g,
      source,
    );
    expect(named.filter((name) => !short.includes(name))).toEqual([]);
  });
});

it('each address of the service is one of a route', () => {
  const served = routes.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
  const named = found(/`BASE_URL(\/[^`]*)`/g);
  expect(named.filter((path) => !served.some((form) => form.test(path)))).toEqual([]);
  expect(named.length).toBeGreaterThan(4);
});
