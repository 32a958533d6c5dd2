import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, static as serveFiles } from 'express';
import type { RequestHandler } from 'express';
import { packageRoot } from './packageRoot';

/** Files a publisher can fetch: Content-Length, a strong ETag, Range and If-Range. `observe` notes the requests. */
export function mediaRouter(observe: RequestHandler): Router {
  const folder = assetsFolder();
  const etag = `"${createHash('sha256')
    .update(readFileSync(join(folder, 'sample.mp4')))
    .digest('base64url')}"`;
  const router = Router();
  router.get(
    '/sample.mp4',
    observe,
    serveFiles(folder, { index: false, maxAge: 0, setHeaders: (res) => void res.setHeader('ETag', etag) }),
  );
  return router;
}

/** The folder of the sandbox's own files: sample.mp4, thumbnail.jpg, style.css. */
export function assetsFolder(): string {
  return join(packageRoot(), 'sandbox', 'assets');
}
