import type { Response } from 'express';
import type { RouteDescription } from './Route';

/** Facts of a request while it is being answered: for the log, the metrics and the errors. */
export interface Exchange {
  requestId: string;
  /** Set once a route has taken the request. */
  route?: RouteDescription;
  /** Set once the caller is known, where the credential names one. */
  workspaceId?: string;
  /** Set once the caller is known to be this user. */
  userId?: string;
}

export type ApiResponse = Response<unknown, Exchange & Record<string, unknown>>;
