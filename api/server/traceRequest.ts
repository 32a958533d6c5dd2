import type { NextFunction, Request } from 'express';
import { openSpan } from '../../lib/tracing/tracing';
import type { ApiResponse } from '../http/exchange';

/**
 * Each request is a piece of work, with the work that it causes. A caller's `traceparent` says which trace it belongs to. The route's
 * pattern names the requested resource, never the URL.
 */
export function traceRequest(request: Request, response: ApiResponse, next: NextFunction): void {
  const { method } = request;
  const parent = request.get('traceparent') ?? null;
  const span = openSpan({ name: method, kind: 'server', parent, attributes: { 'http.request.method': method } });
  if (!span) return next();
  response.once('close', () => {
    const { route, workspaceId } = response.locals;
    const { statusCode: status } = response;
    if (route) {
      span.rename(`${method} ${route.path}`);
      span.set({ 'http.route': route.path });
    }
    span.set({
      'http.response.status_code': status,
      ...(workspaceId && { 'content_delivery.workspace_id': workspaceId }),
    });
    span.end(status >= 500 ? String(status) : undefined);
  });
  span.run(next);
}
