import type { PlatformTerms } from '../Platform';

/**
 * The notice that section 9.1 of the YouTube API Services Terms of Service requires where people upload, and the pages that
 * section III.A of the developer policies wants linked (developers.google.com/youtube/terms/developer-policies).
 */
export const youtubeTerms: PlatformTerms = {
  notice:
    'By clicking “Publish” or “Schedule”, you certify that the content you are uploading complies with the YouTube Terms ' +
    'of Service (including the YouTube Community Guidelines) at https://www.youtube.com/t/terms. Please be sure not to ' +
    'violate others’ copyright or privacy rights.',
  links: [
    { title: 'YouTube Terms of Service', url: 'https://www.youtube.com/t/terms' },
    { title: 'Google Privacy Policy', url: 'https://policies.google.com/privacy' },
    { title: 'Google security settings', url: 'https://security.google.com/settings/security/permissions' },
  ],
};
