import { counted } from '../amounts';

export const texts = {
  title: 'Connections',
  description: 'The channels you publish to',
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
