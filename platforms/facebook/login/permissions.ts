import type { PlatformPermissions } from '../../../domain/consent/feature';
import { facebookContentTypes } from '../capabilities';

type FacebookType = (typeof facebookContentTypes)[number]['slug'];

/** `pages_manage_posts` needs `pages_read_engagement` (Permissions Reference), by which a post is looked at, too. */
const publishing = ['pages_manage_posts', 'pages_read_engagement'] as const;

/**
 * The permissions that each content type needs, by Meta's guides. The guide of posts also lists `publish_video`. The
 * guides of videos and of Reels do not, and the Permissions Reference has it for live video. So it is not asked for.
 */
const neededBy: Readonly<Record<FacebookType, readonly string[]>> = {
  text: publishing,
  link: publishing,
  image: publishing,
  carousel: publishing,
  // Video API, "Publishing a video".
  video: publishing,
  // Video API, "Reels publishing".
  reel: publishing,
  // Page Stories API.
  story: publishing,
};

/** Without it Facebook lists no page (`me/accounts`). */
const login = 'pages_show_list';

/** The permissions of Meta's login dialog: for the content types that are offered, and for each feature. */
export const facebookPermissions: PlatformPermissions = {
  base: [...new Set([login, ...facebookContentTypes.flatMap(({ slug }) => neededBy[slug])])],
  features: [
    // Comment, "Creating": a page comments on its own post.
    { name: 'comments', permissions: ['pages_manage_engagement'] },
    // Page Insights: the views of a page and of its posts.
    { name: 'insights', permissions: ['read_insights'] },
    // Without it `me/accounts` leaves out pages that belong to a business portfolio.
    { name: 'businessPages', permissions: ['business_management'], listsChannels: true },
  ],
};
