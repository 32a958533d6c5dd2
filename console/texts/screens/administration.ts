import { previousSecretHours } from '../../../domain/webhook';

export const texts = {
  title: 'Administration',
  description: 'Tools for administrators of this installation. They work in every workspace.',
  deniedTitle: 'For administrators only',
  deniedAdvice:
    'The operator makes a user an administrator of this installation on the server: npm run admin -- grant <email>',
  temporalNote: 'Each post links to its run in the Temporal UI if the operator has configured the URL of that UI.',
  stuckTitle: 'Stuck posts',
  stuckIntro: 'Posts of all workspaces that are failing, late, or waiting with no progress. The longest come first.',
  nothingStuck: 'No post is stuck.',
  more: (count: number) => `${count} more are not shown.`,
  post: 'Post',
  on: (type: string, channel: string) => `${type} on ${channel}`,
  ofWorkspace: (id: string) => `Workspace ${id}`,
  /** Followed by a time. */
  since: 'Since',
  cause: 'Waiting for',
  causes: {
    place: 'A free place in its workspace',
    temporal: 'Temporal to take its run',
    try: 'Its next try',
    platform: 'The platform',
    source: 'Its media, which arrive slowly',
    worker: 'A worker to make progress',
  },
  nextTry: 'Next step',
  now: 'Due now',
  run: 'Run in Temporal',
  interventions: {
    retryNow: { label: 'Retry now', effect: 'The next try starts now instead of later.' },
    reconcile: { label: 'Restart run', effect: 'Another run takes over and continues where this one stopped.' },
    giveUp: {
      label: 'Give up',
      effect: 'The post fails now. Its credits are returned, and its owner is told why.',
    },
    endCleanUp: { label: 'End clean-up', effect: 'Parts of the post that are not public stay on the platform.' },
  },
  helpName: (label: string, id: string) => `${label}: ${id}`,
  receivers: 'Receivers that do not accept webhooks',
  receiver: 'Receiver',
  waiting: 'Webhooks',
  oldest: 'Oldest',
  lastAnswer: 'Last answer',
  noAnswer: 'None yet',
  secretTitle: 'Webhook secret of an API client',
  secretIntro: 'The new secret is shown here once. Pass it on to the members of the workspace.',
  workspaceId: 'Workspace ID',
  workspaceIdHint: 'The workspace owner finds it under Credentials',
  workspaceIdInvalid: 'Enter a valid workspace ID.',
  rotate: 'Rotate secret',
  rotateWarning: (workspaceId: string) =>
    `Webhooks of workspace ${workspaceId} are signed with a new secret immediately. For ${previousSecretHours} hours, the current secret signs them too.`,
  newSecret: 'New secret',
  newSecretName: 'new secret',
  /** Followed by a time and a full stop. */
  previousSecretExpires: (workspaceId: string) => `For workspace ${workspaceId}. The previous secret expires`,
};
