import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeFault, refusalOf } from '../http/answerErrors';
import type { ErrorCode } from '../http/errors';
import type { ToolCall } from './mcpTool';

/**
 * What a tool answers when its use case refuses, or fails: an error that the model sees, with what to do next. A fault of ours is
 * logged and never shown. It has no structured content: clients would compare that with the schema of a success.
 */
export function refusalResult(error: unknown, { deps: { logger }, requestId }: ToolCall): CallToolResult {
  const { status, code, message, body, headers } = refusalOf(error, requestId);
  if (status >= 500 && code === 'INTERNAL') logger.error({ requestId, fault: describeFault(error) }, 'tool failed');
  const seconds = Number(headers['Retry-After'] ?? Number.NaN);
  const wait = Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds };
  const lines = [`${code}: ${message}`, ...faultsIn(body), nextStep(code, seconds)];
  return {
    isError: true,
    content: [
      { type: 'text', text: lines.join('\n') },
      { type: 'text', text: JSON.stringify({ ...body, ...wait }) },
    ],
  };
}

function faultsIn(body: object): string[] {
  if (!('details' in body) || typeof body.details !== 'object' || body.details === null) return [];
  return Object.entries(body.details).flatMap(([field, messages]) =>
    Array.isArray(messages) ? [`${field}: ${messages.join('; ')}`] : [],
  );
}

/** What a model can do about each kind of refusal. */
const nextSteps: Partial<Readonly<Record<ErrorCode, string>>> = {
  VALIDATION_ERROR: 'Correct these arguments and call again. get_platform_capabilities has the fields of a payload.',
  INSUFFICIENT_CREDITS: 'Nothing was done. Tell the user; get_billing_status says when the next credits come.',
  FORBIDDEN: 'Tell the user that this access does not allow it.',
  NOT_FOUND: 'Look the id up with list_connections, list_assignments or list_webhook_deliveries.',
  CONFLICT: 'Read the present state with get_assignment or get_connection before you go on.',
  INTERNAL: 'Do not repeat the call at once. Tell the user the request id.',
};

function nextStep(code: ErrorCode, seconds: number): string {
  if (!Number.isNaN(seconds)) return `Call again with the same arguments after ${seconds} seconds.`;
  return nextSteps[code] ?? 'Tell the user.';
}
