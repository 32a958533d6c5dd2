import { count, counted, credits } from '../amounts';

export const texts = {
  title: 'Overview',
  compose: 'Compose',
  wrong: {
    title: 'Needs attention',
    nothing: 'All is well. Nothing needs you right now.',
    /** Where a part could not be read. */
    nothingKnown: 'Nothing seems to need you, but part of this page could not be loaded.',
    allFailed: (total: number, isTotalExact: boolean) => `All ${count(total)}${isTotalExact ? '' : '+'} failed posts`,
    failed: (cause: string | undefined) => (cause === undefined ? 'Failed.' : `Failed: ${cause}.`),
    channel: (state: string) => `${state}.`,
    /** Followed by the time. */
    accessEnds: 'Access ends',
    waitingPosts: (posts: number) => `${counted(posts, 'failed post waits', 'failed posts wait')} for it.`,
    credits: (balance: number) => `${credits(balance)} left`,
    creditsReason: 'New posts are refused once they are used up.',
    creditsAsk: 'New posts are refused once they are used up. Ask an owner or admin of the workspace to buy credits.',
    buyCredits: 'Buy credits',
    webhooks: 'Webhooks were not received',
    /** @param fault a word, a colon and a short text */
    webhook: (host: string, fault: string | null) =>
      fault === null ? `The newest one for ${host}` : `The newest one for ${host}: ${fault.replace(/^\w+: /, '')}`,
    viewWebhooks: 'View webhooks',
  },
  week: {
    title: 'Up next',
    calendar: 'Calendar',
    today: 'Today',
    now: 'Now',
    compose: 'Add post',
    composeOn: (day: string) => `Add post on ${day}`,
    others: (others: number | null) => (others === null ? 'More' : `+${count(others)}`),
    othersName: (others: number | null, day: string) =>
      others === null ? `More on ${day}` : `+${count(others)} more on ${day}`,
    entry: (title: string, channel: string) => `${title}, ${channel}`,
    /** After the time and the title of a post. */
    entryState: (channel: string, status: string) => `, ${channel}, ${status.toLowerCase()}`,
  },
  live: {
    title: 'Went live',
    none: 'No published posts yet.',
    all: (total: number, isTotalExact: boolean) => `All ${count(total)}${isTotalExact ? '' : '+'}`,
    views: (views: number) => counted(views, 'view'),
    course: (first: string, last: string) => `Views since the first count: from ${first} to ${last}`,
    unread: 'Numbers could not be loaded',
    /** Why there are no numbers, by whether they are counted. */
    states: {
      active: 'First numbers after an hour',
      ended: 'No numbers were counted',
      off: 'Counting is switched off',
      quota: 'Numbers wait for the platform’s quota',
      access: 'No access to the numbers',
    },
  },
  channels: {
    title: 'Channels',
    manage: 'Manage',
    all: (total: number) => `All ${count(total)}`,
    none: 'No channels connected yet.',
    works: 'Works',
    off: 'Deactivated',
    broken: 'No access',
    ends: 'Ends soon',
  },
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
