import { z } from 'zod';
import { Count, Timestamp } from '../../http/fields';
import { exampleIds, McpGrantId } from '../../http/ids';

export const McpGrantList = z
  .strictObject({
    resource: z.string().meta({ format: 'uri', description: 'The address that an assistant is given' }),
    items: z.array(
      z
        .strictObject({
          id: McpGrantId,
          clientName: z
            .string()
            .nullable()
            .meta({ description: 'What the assistant calls itself; nobody has verified it' }),
          scope: z.string().meta({ description: 'What it may do, separated by spaces' }),
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
          clientName: 'Claude',
          scope: 'mcp.read mcp.write',
          calls: 12,
          createdAt: '2026-11-21T09:00:00.000Z',
          expiresAt: '2026-12-21T09:00:00.000Z',
          lastUsedAt: '2026-12-01T09:00:00.000Z',
        },
      ],
    },
  });
export type McpGrantList = z.infer<typeof McpGrantList>;
