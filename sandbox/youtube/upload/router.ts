import { Router } from 'express';
import { queryOf } from '../../http/query';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { cancelSession, continueSession } from './continueSession';
import { insertMedia, insertMultipart } from './insertAtOnce';
import { startSession } from './startSession';
import { openTurns } from '../../http/turns';

const paths = ['/upload/youtube/v3/videos', '/resumable/upload/youtube/v3/videos'];

/** videos.insert: the upload host, under both of its paths (reference §2.1, §11). */
export function uploadRouter(context: YoutubeContext): Router {
  const router = Router();
  const turns = openTurns();
  router.use(paths, (_req, res, next) => {
    res.set('Server', 'UploadServer');
    next();
  });
  router.post(paths, async (req, res) => {
    const query = queryOf(req);
    if (query.has('upload_id')) return continueSession(context, turns, req, res);
    const uploadType = query.get('uploadType');
    if (uploadType === 'resumable') return startSession(context, req, res);
    if (uploadType === 'multipart') return insertMultipart(context, req, res);
    if (uploadType === 'media') return insertMedia(context, req, res);
    throw refuse('mediaBodyRequired');
  });
  router.put(paths, (req, res) => continueSession(context, turns, req, res));
  router.delete(paths, (req, res) => cancelSession(context, turns, req, res));
  return router;
}
