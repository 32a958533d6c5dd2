import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { BodyTooLarge, discardBody } from '../http/exchange';
import { sendAnswer } from '../http/sendAnswer';
import { listChannels } from './channels';
import { insertCaptions, listCaptions, updateCaptions } from './captions/captions';
import { insertComment, listComments } from './comments/comments';
import { consentRouter } from './accounts/consent/router';
import type { YoutubeContext } from './context';
import { Refused, apiErrorAnswer } from './errors';
import { insertPlaylistItem } from './playlists/insertPlaylistItem';
import { overrideMethod } from './methodOverride';
import { oauthRouter } from './accounts/oauth';
import { listPlaylistItems } from './playlists/playlistItems';
import { deletePlaylist, insertPlaylist, listPlaylists } from './playlists/playlists';
import { setThumbnail } from './videos/setThumbnail';
import { uploadRouter } from './upload/router';
import { answerUserinfo } from './accounts/userinfo';
import { listVideoCategories } from './videos/videoCategories';
import { deleteVideo, listVideos, updateVideo } from './videos/videos';

/** Google's hosts in one: account, token, API and upload (reference §6). */
export function youtubeRouter(context: YoutubeContext): Router {
  const router = Router();
  router.use(overrideMethod);
  router.use(consentRouter(context));
  router.use(oauthRouter(context));
  router.get('/oauth2/v2/userinfo', (req, res) => answerUserinfo(context, req, res));
  router.use(uploadRouter(context));
  router.get('/youtube/v3/channels', (req, res) => listChannels(context, req, res));
  router.get('/youtube/v3/playlistItems', (req, res) => listPlaylistItems(context, req, res));
  router.post('/youtube/v3/playlistItems', (req, res) => insertPlaylistItem(context, req, res));
  router.get('/youtube/v3/playlists', (req, res) => listPlaylists(context, req, res));
  router.post('/youtube/v3/playlists', (req, res) => insertPlaylist(context, req, res));
  router.delete('/youtube/v3/playlists', (req, res) => deletePlaylist(context, req, res));
  router.get('/youtube/v3/captions', (req, res) => listCaptions(context, req, res));
  router.post('/upload/youtube/v3/captions', (req, res) => insertCaptions(context, req, res));
  router.put('/upload/youtube/v3/captions', (req, res) => updateCaptions(context, req, res));
  router.get('/youtube/v3/commentThreads', (req, res) => listComments(context, req, res));
  router.post('/youtube/v3/commentThreads', (req, res) => insertComment(context, req, res));
  router.get('/youtube/v3/videoCategories', (req, res) => listVideoCategories(context, req, res));
  router.post('/upload/youtube/v3/thumbnails/set', (req, res) => setThumbnail(context, req, res));
  router.get('/youtube/v3/videos', (req, res) => listVideos(context, req, res));
  router.post('/youtube/v3/videos', (_req, res) => sendAnswer(res, apiErrorAnswer('mediaBodyRequired')));
  router.put('/youtube/v3/videos', (req, res) => updateVideo(context, req, res));
  router.delete('/youtube/v3/videos', (req, res) => deleteVideo(context, req, res));
  router.use((_req, res) => sendAnswer(res, apiErrorAnswer('notFound')));
  router.use(async (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (error instanceof BodyTooLarge) return sendAnswer(res, apiErrorAnswer('uploadTooLarge'));
    if (!(error instanceof Refused)) return next(error);
    await discardBody(req);
    sendAnswer(res, error.answer);
  });
  return router;
}
