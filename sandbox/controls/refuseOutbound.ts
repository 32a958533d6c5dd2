import type { NextFunction, Request, Response } from 'express';

/**
 * Keeps the controls to scripts and people: a service that is tried out must not use them because one of its callers has
 * named them as media or as a callback. Such a request says that it comes from the service, or is a signed webhook.
 */
export function refuseOutbound(req: Request, res: Response, next: NextFunction): void {
  const isOutbound = /^ContentDelivery-/i.test(req.get('user-agent') ?? '') || req.get('webhook-id') !== undefined;
  if (!isOutbound) return next();
  req.resume();
  res.status(403).json({ error: 'the controls are for scripts and people: media and webhooks cannot use them' });
}
