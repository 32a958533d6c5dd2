import type { NextFunction, Request, Response } from 'express';
import { readForm } from '../http/exchange';

const overriding = ['GET', 'PUT', 'PATCH', 'DELETE'];

/**
 * Lets a POST stand for the method that its X-HTTP-Method-Override names, as Google's clients send it for a URL that is
 * too long and through firewalls. The query of such a GET is the body, a form (cloud.google.com: `MethodOverride` of
 * google-api-client for Java, `MaxUrlLengthInterceptor` of Google.Apis for .NET). Throws BodyTooLarge, ConnectionCut.
 */
export async function overrideMethod(req: Request, _res: Response, next: NextFunction): Promise<void> {
  const method = req.get('x-http-method-override')?.toUpperCase() ?? '';
  if (req.method !== 'POST' || !req.path.startsWith('/youtube/v3/') || !overriding.includes(method)) return next();
  req.method = method;
  if (method === 'GET') {
    const separator = req.originalUrl.includes('?') ? '&' : '?';
    req.originalUrl += `${separator}${(await readForm(req)).toString()}`;
  }
  next();
}
