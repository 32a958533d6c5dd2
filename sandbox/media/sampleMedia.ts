import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Router } from 'express';
import type { RequestHandler, Response } from 'express';
import { assetsFolder, drawnPicture, filmOf } from './drawnPictures';

/**
 * Files a publisher can fetch: Content-Length, a strong ETag, Range and If-Range. `observe` notes the requests. The films of drawn
 * pictures are made in `filmFolder`.
 */
export function mediaRouter(observe: RequestHandler, filmFolder: string): Router {
  mkdirSync(filmFolder, { recursive: true });
  const router = Router();
  router.get('/sample.mp4', observe, (_req, res) => send(res, `${assetsFolder()}/sample.mp4`));
  router.get('/:name.:type', observe, (req, res, next) => {
    const { name, type } = req.params;
    const picture = drawnPicture(String(name));
    if (picture && type === 'jpg') send(res, picture.file);
    else if (picture && type === 'mp4') send(res, filmOf(picture.id, filmFolder));
    else next();
  });
  return router;
}

const etags = new Map<string, string>();

function send(res: Response, file: string): void {
  const etag = etags.get(file) ?? `"${createHash('sha256').update(readFileSync(file)).digest('base64url')}"`;
  etags.set(file, etag);
  res.sendFile(basename(file), { root: dirname(file), maxAge: 0, headers: { ETag: etag } });
}
