import { z } from 'zod';
import type { PostPictures } from '../../PostPictures';
import { readError, saysGone } from '../failures';
import { callGraph, readGraph } from '../http';
import type { FacebookClient, GraphCall } from '../http';

/** A post has `full_picture` (its photo, or that of its link), a video `picture` (Graph reference, Page Post and Video). */
const Pictured = z.object({ full_picture: z.string().optional(), picture: z.string().optional() });

/** The pictures of posts, one request each. An id without that of its page is a video's, or a story's, which has the fields of a post. */
export function createPictures(client: FacebookClient): PostPictures {
  return {
    atOnceMax: 1,
    read: async (call, ids) => {
      const found = new Map<string, string | null>();
      for (const id of ids) {
        const address = await readAddress(client, call, id);
        if (address !== undefined) found.set(id, address);
      }
      return found;
    },
  };
}

/** @returns undefined for an object that Facebook does not have */
async function readAddress(client: FacebookClient, call: GraphCall, id: string): Promise<string | null | undefined> {
  const ofVideo = id.includes('_') ? anotherType : await readField(client, call, id, 'picture');
  const found = ofVideo === anotherType ? await readField(client, call, id, 'full_picture') : ofVideo;
  return found === anotherType ? null : found;
}

/** The object lacks the field, as objects of another type do. */
const anotherType = Symbol('another type');

async function readField(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  fields: keyof z.infer<typeof Pictured>,
): Promise<string | null | undefined | typeof anotherType> {
  const path = encodeURIComponent(id);
  const answer = await callGraph(client, call, { method: 'GET', path, parameters: { fields: `id,${fields}` } });
  if (saysGone(answer)) return undefined;
  const { code, message = '' } = readError(answer) ?? {};
  if (code === 100 && /nonexisting field/i.test(message)) return anotherType;
  return readGraph(answer, Pictured, 'the picture of a post')[fields] ?? null;
}
