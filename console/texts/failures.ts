/** Failures of posts: the cause, and the next step. */
export const texts = {
  /** Sentences that name the actor after a failure. */
  actors: {
    caller: 'You can fix this.',
    'channel owner': 'The channel owner needs to reconnect it.',
    operator: 'The operator of this service needs to act. Tell them this code.',
    nobody: 'No action is needed.',
  },
  /** The way to publish the post once the actor has acted. */
  remedies: {
    retry: 'Then retry the post.',
    'new assignment': 'Create a new post: a retry sends the same content and fails again.',
  },
  retryUnknown: 'Retry the post.',
};
