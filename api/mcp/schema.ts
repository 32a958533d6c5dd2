import { z } from 'zod';
import { RawResponse } from '../http/Route';

/** A message of JSON-RPC 2.0. The protocol's own server judges its content. */
export const JsonRpcMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z
      .union([z.string(), z.int()])
      .optional()
      .meta({ description: 'Left out: a notification, which has no answer' }),
    method: z.string().meta({ description: 'Such as `tools/call`' }),
    params: z.looseObject({}).optional(),
  })
  .meta({
    id: 'JsonRpcMessage',
    example: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_connections', arguments: { limit: 5 } },
    },
  });

const isAnswer = (given: unknown): boolean =>
  given instanceof RawResponse || (typeof given === 'object' && given !== null && 'jsonrpc' in given);

/** An answer of JSON-RPC 2.0, or an answer that the protocol's server gives by itself. */
export const JsonRpcAnswer = z.custom<RawResponse | object>(isAnswer).meta({
  id: 'JsonRpcAnswer',
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: { type: ['string', 'number', 'null'], description: 'That of the message, as it came' },
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
  description: 'Has either `result` or `error`',
  example: {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'There is no connected channel that fits.' }] },
  },
});

export const McpHeaders = z.object({
  'MCP-Protocol-Version': z.string().optional().meta({ description: 'Which version of the protocol is spoken' }),
  'Mcp-Method': z.string().optional().meta({ description: 'From 2026 on: the method of the message' }),
  'Mcp-Name': z.string().optional().meta({ description: 'From 2026 on: what is called or read' }),
});
