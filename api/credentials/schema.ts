import { z } from 'zod';
import { tokenStatuses } from '../../models/connections/Connection';
import { Timestamp } from '../http/fields';
import { ConnectionId, exampleIds, WorkspaceId } from '../http/ids';

const createdAt = '2026-12-01T09:00:00.000Z';
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const previousSecretExpiresAt = '2026-12-02T09:00:00.000Z';

export const Credentials = z
  .strictObject({
    workspaceId: WorkspaceId,
    apiKey: z
      .strictObject({
        prefix: z.string(),
        last4: z.string(),
        createdAt: Timestamp,
        lastUsedAt: Timestamp.nullable().meta({ description: 'To the minute' }),
      })
      .nullable()
      .meta({ description: 'Null until one is generated. The key itself is shown only then' }),
    webhookSecret: z.string(),
    previousSecretExpiresAt: Timestamp.nullable().meta({ description: 'Until then the secret before signs along' }),
  })
  .meta({
    id: 'Credentials',
    example: {
      workspaceId: exampleIds.workspace,
      apiKey: { prefix: 'ds_live_', last4: 'x7Qa', createdAt, lastUsedAt: null },
      webhookSecret,
      previousSecretExpiresAt: null,
    },
  });
export type Credentials = z.infer<typeof Credentials>;

export const RegenerateApiKeyBody = { id: 'RegenerateApiKeyBody', isOptional: true, example: { keepGrants: true } };

export const ApiKeyRegenerated = z
  .strictObject({ apiKey: z.string(), last4: z.string(), createdAt: Timestamp })
  .meta({ id: 'ApiKeyRegenerated', example: { apiKey: `ds_live_${'x'.repeat(28)}x7Qa`, last4: 'x7Qa', createdAt } });
export type ApiKeyRegenerated = z.infer<typeof ApiKeyRegenerated>;

export const SecretRotated = z
  .strictObject({ webhookSecret: z.string(), previousSecretExpiresAt: Timestamp })
  .meta({ id: 'SecretRotated', example: { webhookSecret, previousSecretExpiresAt } });
export type SecretRotated = z.infer<typeof SecretRotated>;

export const TestConnectionInput = z.object({ connectionId: ConnectionId });
export const TestConnectionBody = { id: 'TestConnectionBody', example: { connectionId: exampleIds.connection } };

export const ConnectionTested = z
  .strictObject({
    ok: z.boolean(),
    tokenStatus: z.enum(tokenStatuses),
    channel: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'As the platform has it' }),
    error: z.string().nullable().meta({ description: 'For people: why it is not ok' }),
  })
  .meta({
    id: 'ConnectionTested',
    example: {
      ok: true,
      tokenStatus: 'valid',
      channel: { id: 'UC_x5XG1OV2P6uZZ5FSM9Ttw', name: 'Field Notes' },
      error: null,
    },
  });
export type ConnectionTested = z.infer<typeof ConnectionTested>;
