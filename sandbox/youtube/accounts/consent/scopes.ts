import { scopeUrl } from '../grants';

/** The words of Google's consent page for each known scope (discovery documents of YouTube and OAuth2). */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    openid: 'Associate you with your personal info on Google',
    'userinfo.email': 'See your primary Google Account email address',
    'userinfo.profile': "See your personal info, including any personal info you've made publicly available",
    youtube: 'Manage your YouTube account',
    'youtube.channel-memberships.creator':
      'See a list of your current active channel members, their current level, and when they became a member',
    'youtube.force-ssl': 'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
    'youtube.readonly': 'View your YouTube account',
    'youtube.upload': 'Manage your YouTube videos',
    youtubepartner: 'View and manage your assets and associated content on YouTube',
    'youtubepartner-channel-audit':
      'View private information of your YouTube channel relevant during the audit process with a YouTube partner',
  }).map(([name, meaning]) => [fullScopeName(name), meaning]),
);

/** The scopes of the user's identity: given with every consent, and no choice on the page. */
export const signInScopes: readonly string[] = ['openid', 'userinfo.email', 'userinfo.profile'].map(fullScopeName);

/** The name a scope is granted under: `email` → `https://www.googleapis.com/auth/userinfo.email`. */
function fullScopeName(name: string): string {
  return name === 'openid' ? name : scopeUrl(name);
}

/** The scopes of a request under the names they are granted under, each once. */
export function parseScopes(text: string): string[] {
  const aliases: Partial<Record<string, string>> = { email: 'userinfo.email', profile: 'userinfo.profile' };
  const names = text.split(' ').filter((name) => name !== '');
  return [...new Set(names.map((name) => (aliases[name] ? fullScopeName(aliases[name]) : name)))];
}

/** The words of the page for a scope; undefined: there is no such scope. */
export function meaningOf(scope: string): string | undefined {
  return meanings.get(scope);
}
