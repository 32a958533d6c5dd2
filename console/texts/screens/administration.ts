import { previousSecretHours } from '../../../domain/webhook';

export const texts = {
  title: 'Administration',
  description: 'Tools for administrators of this installation. They work in every workspace.',
  deniedTitle: 'For administrators only',
  deniedAdvice:
    'The operator makes a user an administrator of this installation on the server: npm run admin -- grant <email>',
  temporalNote: 'Each post links to its run in the Temporal UI if the operator has configured the URL of that UI.',
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
