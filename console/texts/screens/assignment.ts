import { count, counted, credits, moved } from '../amounts';

export const texts = {
  /** Of a post that cannot be read. */
  title: 'Post',
  typeFor: (type: string, platform: string) => `${type} for ${platform}`,
  allPosts: 'All posts',
  following: { live: 'Live', opening: 'Reconnecting', refused: 'Updated every 15 s' },

  viewPost: 'View post',
  editAndRetry: 'Edit and retry',
  retry: (cost: number) => `Retry for ${credits(cost)}`,
  retried: 'Retry started.',
  cancel: 'Cancel post',
  cancelWarning:
    'The post will not be published. Anything already uploaded to the platform is removed. The credits held for it are returned, except those of a past billing cycle. This cannot be undone.',

  resolve: {
    label: 'Resolve',
    title: 'Resolve the outcome',
    question: 'Open the channel on the platform and look for this post.',
    published: (cost: number) => `The post is there. It is marked as published for ${credits(cost)}.`,
    notPublished: 'The post is not there. A retry will publish it.',
    postId: 'Post ID',
    postIdHint: 'The ID in the address of the post on the platform.',
    done: { published: 'Post marked as published.', notPublished: 'Outcome resolved. Retry to publish the post.' },
  },

  numbers: {
    title: 'Numbers over time',
    description: 'As the platform counts them',
    figure: 'Figure',
    counted: 'Counted',
    save: 'Save as CSV',
    emptyTitle: 'No numbers yet',
    /** "Views grew by 85 to 1,240 in the last 7 days", or "Views are at 12" on the first day. */
    answer: (figure: string, { now, change, days }: { now: number; change: number; days: number }) =>
      days === 0
        ? `${figure} are at ${count(now)}`
        : `${figure} ${moved(now, change)} in the last ${counted(days, 'day')}`,
    chart: (figure: string, latest: number) => `${figure} by day, ${count(latest)} at last. The table has the numbers.`,
    states: {
      active: 'Counted 1, 6 and 24 hours after publication, then once a day, later once a week.',
      ended: 'Counting has ended.',
      off: 'Counting is switched off for this workspace. An admin can switch it on in Analytics.',
      quota: 'Counting is paused: the platform’s daily quota is kept for publishing.',
      access: 'Counting is paused until the channel is reconnected with access to its statistics.',
    },
  },

  unpublish: {
    label: 'Take down',
    title: 'Take down this post',
    modes: { delete: 'Delete it', private: 'Make it private' },
    consequences: {
      delete:
        'The post is deleted on the platform, with its views, likes and comments. Links to it stop working. No credits are returned. This cannot be undone.',
      private:
        'Only the owners of the channel can see the post. Edit its privacy to show it again. No credits are returned.',
    },
    act: { delete: 'Delete post', private: 'Make private' },
    begun: { delete: 'The post is being deleted.', private: 'The post is being made private.' },
    over: 'The post is already taken down.',
  },

  edit: 'Edit',
  editTitle: 'Edit post',
  editPublished: (cost: number) => `Saving changes the post on the platform and costs ${credits(cost)}.`,
  edited: 'Post updated.',
  rescheduled: 'Post rescheduled.',
  goToChannels: 'Go to channels',

  details: {
    title: 'Details',
    extra: 'Extra',
    extraOf: (item: string) => `Extra (${item})`,
    extraStates: { pending: 'waits for the post', done: 'made', failed: 'not made', dropped: 'dropped' },
    curl: 'curl',
    curlName: 'as curl',
    scheduledFor: 'Scheduled for',
    wasScheduledFor: 'Was scheduled for',
    now: 'As soon as possible',
    created: 'Created',
    createdBy: (name: string) => `by ${name}`,
    createdByProgram: 'through the API or an assistant',
    charged: (amount: number) => `${credits(amount)} charged`,
    held: (amount: number) => `${credits(amount)} held`,
    media: 'Media',
    webhookUrl: 'Webhook URL',
    workflow: 'Workflow',
    openWorkflow: 'Open in Temporal UI',
    workflows: 'All workflows',
    openWorkflows: 'List in Temporal UI',
    yes: 'Yes',
    no: 'No',
    empty: 'Empty',
  },

  facts: {
    title: 'Technical facts',
    summary: (webhooks: number) =>
      webhooks === 0 ? 'IDs and the request' : `IDs, the request and ${counted(webhooks, 'webhook')}`,
    webhooksFailed: (webhooks: number) => `${counted(webhooks, 'webhook')} failed`,
    payload: 'Payload',
  },

  webhooks: {
    title: 'Webhooks',
    caption: 'Webhooks for this post',
    noneYet: 'No webhooks yet. The first one is sent when the status changes.',
    noUrl: 'This post has no webhook URL.',
  },

  notices: {
    incomplete: 'Parts of this post are missing',
    leftOver: 'Something was left on the platform',
    leftOverAdvice: 'An unfinished post could not be removed. Open the channel on the platform and remove it there.',
  },

  timeline: {
    title: 'Timeline',
    run: (number: number) => `Run ${number}`,
    runEnded: (number: number, status: string) => `Run ${number}: ${status.toLowerCase()}`,
    lasting: (duration: string) => ` · for ${duration}`,
    lasted: (duration: string) => ` · took ${duration}`,
    resolved: {
      published: (name: string | null) => `${name ?? 'The API key'} confirmed that the post is there.`,
      notPublished: (name: string | null) => `${name ?? 'The API key'} reported that the post is not there.`,
    },
    triesFailed: (tries: number) => `${counted(tries, 'try', 'tries')} failed.`,
    triesFailedSoFar: (tries: number) => `${counted(tries, 'try', 'tries')} failed. Retrying automatically.`,
    /** Followed by a time. */
    timesAndLast: (times: number) => `${times} times, last`,
  },
};
