import { Id } from '../../domain/ids';

/** The ids in examples of the documentation, one for each kind of thing. */
export const exampleIds = {
  assignment: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
  connection: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
  organization: '0198c3e0-1b7c-7d2f-a3e4-5c6d7e8f9a0b',
  invitation: '0198c3f1-2a3b-7c4d-8e5f-6a7b8c9d0e1f',
  membership: '0198c3f1-3b4c-7d5e-9f6a-7b8c9d0e1f2a',
  user: '0198c3f1-4c5d-7e6f-8a7b-8c9d0e1f2a3b',
  workspace: '0198c3f1-5d6e-7f7a-9b8c-9d0e1f2a3b4c',
  ticket: '0198c3f0-4e6f-7a8b-9c0d-1e2f3a4b5c6d',
  connectLink: '0198c3f0-5f70-7b9c-8d1e-2f3a4b5c6d7e',
  webhookDelivery: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a',
  run: '0198c3f2-d3e6-7b5a-8f2c-8d9e0f1a2b3c',
  testWebhook: '0198c3f2-c2d5-7a4f-8e1b-7c8d9e0f1a2b',
  uploadSession: '0198c3f2-d3e6-7b50-9f2c-8d9e0f1a2b3c',
  mcpGrant: '0198c3f2-f508-7d7c-8b4e-0f1a2b3c4d5e',
  transaction: '0198c3f2-e4f7-7c6b-9a3d-9e0f1a2b3c4d',
} as const;

export const AssignmentId = Id.meta({ description: 'Id of the assignment', example: exampleIds.assignment });
export const PictureId = Id.meta({
  description: 'Id of the assignment, or of the connection',
  example: exampleIds.assignment,
});
export const UploadSessionId = Id.meta({ description: 'Id of the upload session', example: exampleIds.uploadSession });
export const ConnectionId = Id.meta({ description: 'Id of the connection', example: exampleIds.connection });
export const OrganizationId = Id.meta({ description: 'Id of the organization', example: exampleIds.organization });
export const InvitationId = Id.meta({ description: 'Id of the invitation', example: exampleIds.invitation });
export const MembershipId = Id.meta({
  description: 'Id of the membership; the user has another one',
  example: exampleIds.membership,
});
export const UserId = Id.meta({ description: 'Id of the user', example: exampleIds.user });
export const WorkspaceId = Id.meta({ description: 'Id of the workspace', example: exampleIds.workspace });
export const TransactionId = Id.meta({ description: 'Id of the transaction', example: exampleIds.transaction });
export const McpGrantId = Id.meta({ description: 'Id of the grant', example: exampleIds.mcpGrant });
export const ConnectId = Id.meta({
  description: 'Id of the connecting, as connect_channel has named it',
  example: exampleIds.connectLink,
});
export const TicketId = Id.meta({ description: 'Id of the ticket', example: exampleIds.ticket });
export const WebhookDeliveryId = Id.meta({
  description: 'Id of the webhook delivery',
  example: exampleIds.webhookDelivery,
});
