import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Request } from 'express';
import { ConnectionCut, bodyOf } from '../../../sandbox/http/exchange';
import { queryOf } from '../../../sandbox/http/query';
import { channelOf } from './access';
import { refuse } from './context';
import type { ToyContext } from './context';
import type { Medium } from './records';

/** Media: photos in one request each, clips through sessions. A medium is invisible until a post shows it. */
export function uploadsRouter(context: ToyContext): Router {
  const { store } = context;
  return Router()
    .post('/toy/photos', async (req, res) => {
      const channelId = channelOf(context, req);
      let sizeBytes = 0;
      for await (const piece of bodyOf(req)) sizeBytes += piece.length;
      res.status(201).json({ id: keep(context, { id: `photo-${randomUUID()}`, channelId, sizeBytes }).id });
    })
    .delete('/toy/media', (req, res) => {
      const medium = store.media.get(ownId(context, req));
      if (!medium) throw refuse('missing');
      store.media.delete(medium.id);
      res.status(204).end();
    })
    .post('/toy/sessions', (req, res) => {
      const id = `session-${randomUUID()}`;
      const sizeBytes = Number(queryOf(req).get('size'));
      store.sessions.put(id, { id, channelId: channelOf(context, req), sizeBytes, receivedBytes: 0 });
      res.status(201).json({ id });
    })
    .get('/toy/sessions', (req, res) => void res.json(progressOf(context, ownId(context, req))))
    .put('/toy/sessions', async (req, res) => {
      const id = ownId(context, req);
      await receive(context, id, req);
      res.json(progressOf(context, id));
    })
    .delete('/toy/sessions', (req, res) => {
      store.sessions.delete(ownId(context, req));
      res.status(204).end();
    });
}

function ownId(context: ToyContext, req: Request): string {
  channelOf(context, req);
  return queryOf(req).get('id') ?? '';
}

/** The medium of a session is called as the session is, for its last byte makes one and no more. */
const mediumOf = (sessionId: string): string => sessionId.replace('session', 'clip');

function progressOf({ store }: ToyContext, id: string): object {
  const session = store.sessions.get(id);
  if (!session) throw refuse('missing');
  const { receivedBytes, sizeBytes } = session;
  return { received: receivedBytes, media: receivedBytes === sizeBytes ? mediumOf(id) : null };
}

/** Keeps the bytes that came before a connection ends, if they begin where the last ones ended. */
async function receive(context: ToyContext, id: string, req: Request): Promise<void> {
  const { store } = context;
  const session = store.sessions.get(id);
  if (!session) throw refuse('missing');
  if (session.receivedBytes !== Number(queryOf(req).get('offset'))) throw refuse('backendError');
  let { receivedBytes } = session;
  try {
    for await (const piece of bodyOf(req)) receivedBytes += piece.length;
  } finally {
    if (store.sessions.get(id)?.receivedBytes === session.receivedBytes)
      store.sessions.put(id, { ...session, receivedBytes });
  }
  if (receivedBytes > session.sizeBytes) throw new ConnectionCut();
  if (receivedBytes === session.sizeBytes && !store.media.get(mediumOf(id))) {
    keep(context, { id: mediumOf(id), channelId: session.channelId, sizeBytes: receivedBytes });
  }
}

function keep({ store, settings, clock }: ToyContext, medium: Omit<Medium, 'processedAtMs'>): Medium {
  const kept = { ...medium, processedAtMs: clock() + settings.read().processingMs };
  store.media.put(kept.id, kept);
  return kept;
}
