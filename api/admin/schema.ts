import { z } from 'zod';
import { Timestamp } from '../http/fields';
import { exampleIds, WorkspaceId } from '../http/ids';

export const ClientSecretRotated = z
  .strictObject({
    id: WorkspaceId,
    webhookSecret: z.string(),
    rotatedAt: Timestamp,
    previousSecretExpiresAt: Timestamp,
  })
  .meta({
    id: 'ClientSecretRotated',
    example: {
      id: exampleIds.workspace,
      webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      rotatedAt: '2026-12-01T09:00:00.000Z',
      previousSecretExpiresAt: '2026-12-02T09:00:00.000Z',
    },
  });
