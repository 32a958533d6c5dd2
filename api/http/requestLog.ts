import type { NextFunction, Request } from 'express';
import type { BaseDeps } from '../deps';
import type { ApiResponse } from './exchange';

/**
 * One log line and one metric for each request, when its answer has been sent or given up. Never headers, bodies or the
 * URL: they can hold credentials and personal data. The route's pattern names the requested resource, and an id the
 * workspace or the user whose credential was valid.
 */
export function observeRequests({ logger, metrics }: Pick<BaseDeps, 'logger' | 'metrics'>) {
  return (request: Request, response: ApiResponse, next: NextFunction): void => {
    const startedAtMs = performance.now();
    response.once('close', () => {
      const { route, requestId, workspaceId, userId } = response.locals;
      const durationMs = performance.now() - startedAtMs;
      const { method } = request;
      const isStream = route?.success.mediaType === 'text/event-stream' && response.statusCode === 200;
      // 499: the caller went away before the answer was complete (nginx's convention). A stream has no end of its own.
      const status = response.writableFinished || isStream ? response.statusCode : 499;
      const path = route?.path ?? 'none';
      if (!isStream) metrics.httpRequestSeconds.observe({ method, route: path, status }, durationMs / 1000);
      logger.info(
        { requestId, method, route: path, status, durationMs: Math.round(durationMs), workspaceId, userId },
        'request',
      );
    });
    next();
  };
}
