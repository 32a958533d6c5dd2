/** The meaning of each permission in the words of the dialog. Other names are no valid scopes here. */
export const meanings = {
  public_profile: 'Your name and profile picture',
  email: 'Your email address',
  pages_show_list: 'Show a list of the Pages you manage',
  pages_manage_posts: 'Create and manage content on your Page',
  pages_read_engagement: 'Read content posted on the Page',
  pages_read_user_content: 'Read user content on your Page',
  pages_manage_engagement: 'Manage comments on your Page',
  pages_manage_metadata: 'Manage accounts, settings and webhooks for a Page',
  publish_video: 'Publish video on your behalf',
  read_insights: "Access your Page's insights",
  business_management: 'Manage your business',
} as const;
export type Permission = keyof typeof meanings;

export const isPermission = (name: string): name is Permission => Object.hasOwn(meanings, name);

/** The permissions that a publisher asks for. */
export const recommendedPermissions: readonly Permission[] = [
  'public_profile',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'read_insights',
];

/** Given with every consent, and no choice in the dialog. */
export const fixedPermission: Permission = 'public_profile';

/** The permissions of a `scope`, a comma list; each once. */
export function parseScope(scope: string): string[] {
  const names = scope.split(/[\s,]+/).filter((name) => name !== '');
  return [...new Set([fixedPermission, ...names])];
}
