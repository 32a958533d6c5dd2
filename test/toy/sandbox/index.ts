import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { sendAnswer } from '../../../sandbox/http/sendAnswer';
import type { PlatformApp, PlatformHosts, PlatformModule, PlatformPlace } from '../../../sandbox/platform';
import { accessRouter, issueToken, openChannel, openGrant } from './access';
import { Refused, errors } from './context';
import type { ToyContext } from './context';
import { describePosts, postsRouter } from './posts';
import { openStore } from './records';
import { uploadsRouter } from './uploads';

/** The toy platform as the table of the sandbox lists it. */
export const toy: PlatformModule = {
  app: { clientId: 'sandbox-toy-client', clientSecret: 'sandbox-toy-secret', redirectUris: [] },
  open: openToy,
};

function openToy(app: PlatformApp, { folder, settings, clock }: PlatformPlace): PlatformHosts {
  const store = openStore(folder);
  const context: ToyContext = { app, store, settings, clock };
  return {
    paths: /^\/toy\//,
    router: Router().use(accessRouter(context), uploadsRouter(context), postsRouter(context), answerRefusal),
    errors,
    postPages: { '/posts/:id': (req) => String(req.params['id']) },
    createChannel: ({ name, channelId = openChannel(context, name) }) => {
      if (!store.channels.get(channelId)) return undefined;
      const grant = openGrant(context, channelId);
      return { channelId, accessToken: issueToken(context, grant.id), refreshToken: grant.refreshToken };
    },
    channels: () => store.channels.values().map(({ id, name }) => ({ id, name })),
    posts: () => [],
    post: () => undefined,
    media: () => undefined,
    countView: () => undefined,
    changeStatistics: () => undefined,
    state: () => ({
      channels: store.channels.values(),
      videos: store.media.values(),
      posts: describePosts(context),
      tokens: [],
      uploadSessions: store.sessions.values(),
      quota: {},
    }),
    reset: async () => store.clear(),
  };
}

function answerRefusal(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (error instanceof Refused) sendAnswer(res, error.answer);
  else next(error);
}
