import { z } from 'zod';
import { Count, Timestamp } from '../../http/fields';
import { exampleIds, McpGrantId, OrganizationId, UserId } from '../../http/ids';

export const McpGrantList = z
  .strictObject({
    resource: z.string().meta({ format: 'uri', description: 'The address that an assistant is given' }),
    items: z.array(
      z
        .strictObject({
          id: McpGrantId,
          kind: z.enum(['key', 'person']).meta({ description: 'By whom it was let in: the API key, or a person' }),
          clientName: z
            .string()
            .nullable()
            .meta({ description: 'What the assistant calls itself; nobody has verified it' }),
          user: z
            .strictObject({ id: UserId, name: z.string() })
            .nullable()
            .meta({ description: 'The person as whom it acts; null: it acts for the workspace' }),
          organization: z
            .strictObject({ id: OrganizationId, name: z.string() })
            .nullable()
            .meta({ description: 'Where it acts for that person' }),
          scope: z.string().meta({ description: 'What it may do, separated by spaces' }),
          creditLimit: Count.nullable().meta({ description: 'Credits of each cycle; null: no limit of its own' }),
          calls: Count.meta({ description: 'How often it has called a tool' }),
          createdAt: Timestamp.meta({ description: 'When it was allowed' }),
          expiresAt: Timestamp,
          lastUsedAt: Timestamp.nullable().meta({ description: 'To the minute' }),
        })
        .meta({ id: 'McpGrant' }),
    ),
  })
  .meta({
    id: 'McpGrantList',
    example: {
      resource: 'https://api.example/_mcp',
      items: [
        {
          id: exampleIds.mcpGrant,
          kind: 'person',
          clientName: 'Claude',
          user: { id: exampleIds.user, name: 'Ada' },
          organization: { id: exampleIds.organization, name: 'Studio' },
          scope: 'mcp.read mcp.write',
          creditLimit: 100,
          calls: 12,
          createdAt: '2026-11-21T09:00:00.000Z',
          expiresAt: '2026-12-21T09:00:00.000Z',
          lastUsedAt: '2026-12-01T09:00:00.000Z',
        },
      ],
    },
  });
export type McpGrantList = z.infer<typeof McpGrantList>;
