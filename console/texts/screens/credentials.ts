import { previousSecretHours } from '../../../domain/webhook';

export const texts = {
  title: 'Credentials',
  description: 'For your programs: the API key, and the secret that signs webhooks',
  workspaceId: 'Workspace ID:',
  /** The values that buttons copy. */
  copied: { workspaceId: 'workspace ID', apiKey: 'API key', secret: 'webhook secret' },

  apiKeyTitle: 'API key',
  noApiKey: 'No API key yet. Create one to call the API from your programs.',
  /** Before the times. */
  keyCreated: 'created',
  keyLastUsed: 'last used',
  keyNeverUsed: 'never used',
  createKey: 'Create API key',
  newKeyTitle: 'Copy this key now. It is not shown again.',
  replaceKey: 'Replace API key',
  replaceKeyWarning:
    'The current key stops working immediately. Every program that uses it is refused until it has the new one.',
  keepGrants: 'Keep assistants connected',
  keepGrantsHint:
    'Otherwise the assistants that were connected with this key lose access. Assistants of persons keep theirs.',

  secretTitle: 'Webhook secret',
  /** Before the time. */
  previousSecret: 'The previous secret also signs webhooks, and expires',
  showSecret: 'Show secret',
  hideSecret: 'Hide secret',
  rotateSecret: 'Rotate secret',
  rotateSecretWarning: `Webhooks are signed with a new secret immediately. For ${previousSecretHours} hours, the current secret signs them too, so that your receivers can switch over.`,
  secretRotated: 'Webhooks are now signed with the new secret.',

  testTitle: 'Test a channel',
  test: 'Test connection',
  testPassed: 'Connection works',
  testFailed: 'Connection does not work',
  channelFound: (name = '') => `The platform knows this channel as “${name}”.`,
};
