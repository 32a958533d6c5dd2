import { count, counted } from '../amounts';

export const texts = {
  title: 'Overview',
  compose: 'Compose',
  failed: 'Failed',
  noFailed: 'No failed posts.',
  due: 'Up next',
  noDue: 'No posts are waiting.',
  published: 'Recently published',
  noPublished: 'No published posts yet.',
  all: (total: number, isTotalExact: boolean) => `All ${count(total)}${isTotalExact ? '' : '+'}`,
  allPending: (total: number, isTotalExact: boolean) => `All ${count(total)}${isTotalExact ? '' : '+'} pending`,
  failure: (name: string) => `${name}. `,
  channels: 'Channels',
  manageChannels: 'Manage channels',
  noChannels: 'No channels connected yet.',
  channelsWork: (working: number) => `${counted(working, 'channel works', 'channels work')}.`,
  channelsTroubled: (working: number, troubled: number) =>
    `${counted(working, 'channel works', 'channels work')}, ${counted(troubled, 'needs', 'need')} attention.`,
  moreChannels: (others: number) => `${count(others)} more`,
  deactivated: 'Deactivated.',
  /** Around the time. */
  accessEnds: { before: 'Access ends', after: 'Reconnect the channel.' },
  firstSteps: {
    title: 'Get started',
    hide: 'Don’t show again',
    progress: (done: number, total: number) => `${done} of ${total} steps done`,
    done: 'Done',
    open: 'To do',
    profile: 'Set your name and time zone',
    connectChannel: 'Connect a channel',
    firstPost: 'Publish your first post',
    apiKey: 'Create an API key',
    webhook: 'Test a webhook',
  },
};
