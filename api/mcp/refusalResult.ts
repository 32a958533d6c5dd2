import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeFault, refusalOf } from '../http/answerErrors';
import type { Given, McpTool, NextSteps, ToolCall } from '../faces/mcpTool';
import { callLine, textsOf, withinLimit } from '../faces/toolText';
import type { NextCall } from '../faces/toolText';
import type { ErrorCode } from '../http/errors';

/**
 * The answer of a tool whose use case refuses or fails: an error that the model sees, with the next step. A fault of
 * ours is logged and never shown. It has no structured content: clients would compare that with the schema of a
 * success.
 */
export function refusalResult(
  error: unknown,
  call: ToolCall,
  { nextSteps: own }: Pick<McpTool, 'nextSteps'>,
  given: Given,
): CallToolResult {
  const { status, code, message, body, headers } = judged(error, call, 'tool failed');
  const seconds = Number(headers['Retry-After'] ?? Number.NaN);
  const wait = Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds };
  const request = status >= 500 ? [`Tell the user the request id: ${call.requestId}`] : [];
  const lines = [
    `${code}: ${message}`,
    ...callLine('next', Number.isNaN(seconds) ? nextCall(code, given) : null),
    `Who acts: ${whoActs[code]}.`,
    `What to do: ${nextStep({ ...nextSteps, ...own }[code], seconds)}`,
    ...request,
    ...faultsIn(body),
  ];
  return { isError: true, content: textsOf(withinLimit(lines), { ...body, ...wait }) };
}

/** The actor after each kind of refusal. */
const whoActs: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'you',
  UNAUTHORIZED: 'the person, who connects this assistant again',
  INSUFFICIENT_CREDITS: 'an owner or admin of the workspace, who buys credits in the console',
  FORBIDDEN: 'the person, or an owner or admin of the workspace',
  NOT_FOUND: 'you',
  METHOD_NOT_ALLOWED: 'you',
  REQUEST_TIMEOUT: 'you',
  CONFLICT: 'you',
  GONE: 'you',
  PRECONDITION_FAILED: 'you',
  PAYLOAD_TOO_LARGE: 'you',
  UNSUPPORTED_MEDIA_TYPE: 'you',
  LOCKED: 'nobody: it passes',
  RATE_LIMITED: 'nobody: it passes',
  HEADERS_TOO_LARGE: 'you',
  INTERNAL: 'the operator of the service',
  UNAVAILABLE: 'nobody: it passes',
  INSUFFICIENT_STORAGE: 'the operator of the service',
};

/** The call that shows what was refused as it is, or the ids that there are; null: none does. */
function nextCall(
  code: ErrorCode,
  { assignmentId, postId, deliveryId, connectionId, platform }: Given,
): NextCall | null {
  const call = (tool: string, given: Given = {}): NextCall => ({ tool, arguments: given });
  if (code === 'INSUFFICIENT_CREDITS') return call('get_billing_status');
  if (code === 'CONFLICT') {
    if (typeof assignmentId === 'string') return call('get_assignment', { assignmentId });
    if (typeof deliveryId === 'string') return call('list_webhook_deliveries');
    return typeof connectionId === 'string' ? call('get_connection', { connectionId }) : null;
  }
  if (code !== 'NOT_FOUND') return null;
  if (assignmentId !== undefined || postId !== undefined) return call('list_assignments');
  if (deliveryId !== undefined) return call('list_webhook_deliveries');
  if (connectionId !== undefined) return call('list_connections', { includeInactive: true });
  return platform === undefined ? null : call('list_platforms');
}

/** The answer of a resource whose use case refuses or fails: a protocol error, without details of our faults. */
export function refusalError(error: unknown, call: ToolCall): ProtocolError {
  const { status, message, body } = judged(error, call, 'resource failed');
  const code = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, message, body);
}

/** The refusal of an error, as callers read it. A fault of ours is logged. */
function judged(error: unknown, { deps: { logger }, requestId }: ToolCall, what: string) {
  const refused = refusalOf(error, requestId);
  const { status, code } = refused;
  if (status >= 500 && code === 'INTERNAL') logger.error({ requestId, fault: describeFault(error) }, what);
  return refused;
}

function faultsIn(body: object): string[] {
  if (!('details' in body) || typeof body.details !== 'object' || body.details === null) return [];
  return Object.entries(body.details).flatMap(([field, messages]) =>
    Array.isArray(messages) ? [`${field}: ${messages.join('; ')}`] : [],
  );
}

/** The next steps of a tool without steps of its own. */
const nextSteps: NextSteps = {
  VALIDATION_ERROR: 'Correct these arguments and call again. get_platform_capabilities has the fields of a payload.',
  INSUFFICIENT_CREDITS: 'Nothing was done. Tell the user; get_billing_status says when the next credits come.',
  FORBIDDEN: 'Tell the user that this access does not allow it.',
  NOT_FOUND: 'Look the id up with list_connections, list_assignments or list_webhook_deliveries.',
  CONFLICT: 'Read the present state with get_assignment or get_connection before you go on.',
  INTERNAL: 'Do not repeat the call at once.',
};

function nextStep(step: string | undefined, seconds: number): string {
  return Number.isNaN(seconds)
    ? (step ?? 'Tell the user.')
    : `Call again with the same arguments after ${seconds} seconds.`;
}
