/**
 * Every attribute that a span may have, and what it holds. No other is exported: no address, no text or token of a caller or a
 * platform, no body and no message of an error (test/e2e/traces.test.ts).
 */
export const attributesAllowed = {
  'http.request.method': 'GET, POST …',
  'http.route': 'the pattern of the route, such as /api/v1/assignments/{id}',
  'http.response.status_code': 'the status of an answer',
  'error.type': 'the code of a failure, or the class of an error',
  'temporal.workflow.type': 'the name of a workflow',
  'temporal.workflow.id': 'the id of a run, which has ids of rows',
  'temporal.activity.type': 'the name of an activity',
  'temporal.activity.attempt': 'the number of a try, from 1',
  'temporal.task_queue.name': 'the queue of an activity',
  'content_delivery.order': 'start, cancel or terminate',
  'content_delivery.outcome': 'what became of an order, such as sent',
  'content_delivery.workspace_id': 'the workspace of a request',
} as const;

export type SpanAttributes = { readonly [Name in keyof typeof attributesAllowed]?: string | number };
