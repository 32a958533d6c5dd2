import type { FeatureName } from '../../../domain/consent/feature';
import { counted } from '../amounts';

/** The purpose of each feature, in one sentence. */
const features: Readonly<Record<FeatureName, { label: string; effect: string }>> = {
  comments: { label: 'Comments', effect: 'A post can come with a first comment by the channel.' },
  captions: { label: 'Captions', effect: 'A video can come with subtitles in several languages.' },
  insights: { label: 'Insights', effect: 'Views of the page and of its posts can be shown.' },
  businessPages: { label: 'Business pages', effect: 'Pages that belong to a business portfolio can be chosen.' },
};

export const texts = {
  title: 'Connections',
  description: 'The channels you publish to',
  connect: 'Connect channel',
  features,
  connectTo: (platform: string) => `Connect to ${platform}`,
  /** Above the boxes of the features. */
  featuresHint: 'Publishing is always allowed. What else may we do?',
  continueTo: (platform: string) => `Continue to ${platform}`,
  /** @param labels of the features that its owner has not allowed */
  notAllowed: (labels: readonly string[]) => `Not allowed: ${labels.join(', ')}.`,
  allow: 'Reconnect to allow',
  allowName: (channel: string) => `Reconnect to allow: ${channel}`,
  emptyTitle: 'No channels yet',
  emptyConnectHint: 'Connect a channel, and allow access on its platform.',
  emptyAskHint: 'Ask an owner or an admin of your organization to connect one.',
  noMatch: 'No channels match your search.',

  active: 'Active',
  inactive: 'Deactivated',
  inactiveHint: 'Nothing is published to it until it is activated.',
  connected: 'Connected',
  viewPosts: 'View posts',
  /** Before and after the time. */
  accessEnds: 'Access ends',
  accessEndsHint: '. Reconnect before then.',
  accessEndsOften:
    'If it ends every week, the app of this service is in testing at the platform. The operator can publish it.',
  renewal: 'Renews automatically, next',
  counters: {
    subscribers: (number: number) => counted(number, 'subscriber'),
    views: (number: number) => counted(number, 'view'),
    posts: (number: number) => counted(number, 'post'),
  },

  test: 'Test connection',
  testName: (channel: string) => `Test connection to ${channel}`,
  accessWorks: (channel: string) => `Access to “${channel}” works.`,
  accessRefused: (channel: string) => `The platform refused access to “${channel}”.`,
  reconnect: 'Reconnect',
  reconnectName: (channel: string) => `Reconnect ${channel}`,
  activate: 'Activate',
  activateName: (channel: string) => `Activate ${channel}`,
  deactivate: 'Deactivate',
  deactivateName: (channel: string) => `Deactivate ${channel}`,
  deactivateWarning: (channel: string) =>
    `Nothing more is published to “${channel}”. Posts that are not public yet fail at their scheduled time, unless you activate the channel before then.`,
  remove: 'Remove channel',
  removeName: (channel: string) => `Remove channel ${channel}`,
  removeWarning: (channel: string) =>
    `“${channel}” is no longer listed, and our access to it is revoked. Posts that are not public yet fail. Published posts stay. You can connect the channel again later.`,
};
