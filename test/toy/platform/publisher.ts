import { z } from 'zod';
import type { Payload } from '../../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../../domain/platform';
import type { Call } from '../../../platforms/Call';
import type { PlatformObjects, Post, PostState, Publisher, Removal } from '../../../platforms/Publisher';
import { callApi, readJson, requireSuccess } from './http';
import type { ToyClient } from './http';
import { askSession, clipUpload, drop, photoUpload } from './upload';

const Id = z.object({ id: z.string() });
const State = z.object({ state: z.enum(['processing', 'draft', 'publishing', 'live']) });

/** A post is staged as a draft that shows the media, and published by the draft's id. */
export function createPublisher(client: ToyClient, capabilities: ContentTypeCapabilities): Publisher {
  const uploads = { reel: clipUpload(client), carousel: photoUpload(client) };
  const upload = Object.entries(uploads).find(([type]) => type === capabilities.slug)?.[1];
  return {
    capabilities,
    mediaUrls: ({ mediaUrl, payload }) => {
      if (capabilities.slug === 'carousel') return urlsOf(payload['mediaUrls']);
      return upload && mediaUrl !== null ? [mediaUrl] : [];
    },
    ...(upload && { upload }),
    preparedLifeMs: null,
    stage: async (call, made, { message }) => {
      const json = { message, media: made.items.flatMap(({ objectId }) => objectId ?? []) };
      const id = made.draftId;
      const answer = await callApi(client, call, {
        ...(id === null
          ? { method: 'POST', operation: 'toy.draft.create', path: 'drafts' }
          : { method: 'PUT', operation: 'toy.draft.change', path: 'posts', query: { id } }),
        json,
      });
      return readJson(answer, Id, 'the id of the draft').id;
    },
    look: async (call, made) => look(client, call, draftOf(made)),
    publish: async (call, made) => {
      const id = draftOf(made);
      const publishing = { method: 'POST', operation: 'toy.draft.publish', path: 'publish', query: { id } } as const;
      const answer = await callApi(client, call, publishing);
      requireSuccess(answer);
      return answer.status === 202 ? 'accepted' : postOf(id);
    },
    find: async (call, id) => {
      const state = await look(client, call, id);
      return state.kind === 'live' ? state.post : null;
    },
    update: async (call, id, { message }) => {
      const update = { method: 'PUT', operation: 'toy.post.update', path: 'posts', query: { id } } as const;
      requireSuccess(await callApi(client, call, { ...update, json: { message } }));
    },
    ...(capabilities.removal.length > 0 && { takeDown: async (call, id) => takeDown(client, call, id) }),
    remove: (call, made) => remove(client, call, made),
  };
}

const urlsOf = (value: Payload[string] | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((url) => typeof url === 'string') : [];

function draftOf({ draftId }: PlatformObjects): string {
  if (draftId === null) throw new Error('a post without its draft');
  return draftId;
}

const postOf = (platformPostId: string): Post => ({
  platformPostId,
  platformUrl: `https://toy.example/posts/${platformPostId}`,
});

async function look(client: ToyClient, call: Call, id: string): Promise<PostState> {
  const answer = await callApi(client, call, { method: 'GET', path: 'posts', query: { id } });
  if (answer.status === 404) return { kind: 'unknown', message: `The toy does not have the post ${id}.` };
  switch (readJson(answer, State, 'the state of the post').state) {
    case 'processing':
      return { kind: 'processing' };
    case 'draft':
      return { kind: 'ready' };
    case 'publishing':
      return { kind: 'goingLive', phase: 'publishing' };
    case 'live':
      return { kind: 'live', post: postOf(id) };
  }
}

async function takeDown(client: ToyClient, call: Call, id: string): Promise<'done' | 'unseen'> {
  const taking = { method: 'DELETE', operation: 'toy.post.takeDown', path: 'posts', query: { id } } as const;
  const answer = await callApi(client, call, taking);
  if (answer.status === 404) return 'unseen';
  requireSuccess(answer);
  return 'done';
}

/** Removes the draft first, then its media; a post that is published, or will be, stays whole. */
async function remove(client: ToyClient, call: Call, { draftId, items }: PlatformObjects): Promise<Removal> {
  const state = draftId === null ? undefined : await look(client, call, draftId);
  if (state?.kind === 'live' || state?.kind === 'goingLive') return 'public';
  if (draftId !== null && state?.kind !== 'unknown') {
    const query = { id: draftId };
    const answer = await callApi(client, call, {
      method: 'DELETE',
      operation: 'toy.post.delete',
      path: 'posts',
      query,
    });
    if (answer.status !== 404) requireSuccess(answer);
  }
  for (const { session, objectId } of items) {
    const state = session !== null && objectId === null ? await askSession(client, call, session) : undefined;
    const made = state?.kind === 'complete' ? state.objectId : objectId;
    if (made !== null) await drop(client, call, 'media', made);
    if (session !== null) await drop(client, call, 'sessions', session);
  }
  return state?.kind === 'unknown' ? 'unknown' : 'gone';
}
