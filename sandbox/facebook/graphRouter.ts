import { Router } from 'express';
import type { Request, Response } from 'express';
import { sendAnswer } from '../http/sendAnswer';
import type { FacebookContext } from './context';
import { graphErrorAnswer, graphHeaders } from './errors';
import { pageResource } from './nodes/page';
import { photoResource } from './nodes/photo';
import { postResource } from './nodes/post';
import { userResource } from './nodes/user';
import { videoResource } from './nodes/video';
import { findPhoto, findPost, findVideo } from './objects';
import { answerAccessToken, answerDebugToken } from './oauth';
import { tellUsage } from './usage';
import { findUser, openPage } from './accounts/users';
import { assertMayRead, readCall } from './graph/call';
import type { GraphCall } from './graph/call';
import { answerCall, unsupported } from './graph/resource';

/** The Graph host: tokens, nodes and their edges (reference §4, §5). */
export function graphRouter(context: FacebookContext): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.set(graphHeaders);
    tellUsage(context, res, undefined);
    next();
  });
  router
    .route('/oauth/access_token')
    .get(async (req, res) => void res.json(await answerAccessToken(context, req)))
    .post(async (req, res) => void res.json(await answerAccessToken(context, req)));
  router.get('/debug_token', async (req, res) => void res.json(await answerDebugToken(context, req)));
  router.all('/:id{/:edge}', async (req, res) => answer(context, req, res));
  router.use((req, res) => {
    sendAnswer(res, graphErrorAnswer('unknownPath', { message: `Unknown path components: ${req.path}` }));
  });
  return router;
}

async function answer(context: FacebookContext, req: Request, res: Response): Promise<void> {
  const call = await readCall(context, req);
  tellUsage(context, res, call.viewer.page?.id);
  const { edge } = req.params;
  const method = call.params.get('method')?.toUpperCase() ?? req.method;
  res.json(await answerNode(call, { method, edge: edge === undefined ? undefined : String(edge) }));
}

/** Answers for the node in the path. Throws code 100, subcode 33, for a node that the caller may not know. */
async function answerNode(call: GraphCall, asked: { method: string; edge: string | undefined }): Promise<object> {
  const { context, viewer, req } = call;
  const id = req.params['id'] === 'me' ? (viewer.page?.id ?? viewer.token.userId) : String(req.params['id']);
  const user = viewer.token.userId === id ? findUser(context, id) : undefined;
  if (user) return answerCall(userResource, user, call, asked);
  const page = openPage(context, id);
  if (page && mayKnow(call, page.id)) return answerCall(pageResource, page, call, asked);
  return answerObject(call, id, asked);
}

async function answerObject(
  call: GraphCall,
  id: string,
  asked: { method: string; edge: string | undefined },
): Promise<object> {
  const { context } = call;
  const [post, photo, video] = [findPost(context, id), findPhoto(context, id), findVideo(context, id)];
  const object = post ?? photo ?? video;
  if (!object || !mayKnow(call, object.pageId)) throw unsupported(asked.method, id);
  if (asked.method === 'GET') assertMayRead(call);
  if (post) return answerCall(postResource, post, call, asked);
  if (photo) return answerCall(photoResource, photo, call, asked);
  if (video) return answerCall(videoResource, video, call, asked);
  throw unsupported(asked.method, id);
}

/** A page's token is for that page; a user's token is for the pages of the user's consent. */
function mayKnow({ viewer: { page, consent } }: GraphCall, pageId: string): boolean {
  return page ? page.id === pageId : consent.pageIds.includes(pageId);
}
