import { z } from 'zod';
import { comparable } from '../../http/comparable';
import type { Call } from '../../Call';
import { firstCommentField } from './extraFields';
import type { Addition } from '../../Publisher';
import { notFoundYet, reasonOf } from '../failures';
import { callApi, readJson } from '../http';
import type { YouTubeClient } from '../http';

/** A page of a list of comments: 100 at most. */
const pageSize = '100';
/** The first comment is the channel's own, made seconds after the video: popular videos have no 500 by then. */
const pagesMax = 5;

const Thread = z.object({
  id: z.string(),
  snippet: z.object({
    topLevelComment: z.object({
      id: z.string(),
      snippet: z.object({
        textOriginal: z.string().default(''),
        authorChannelId: z.object({ value: z.string() }).optional(),
      }),
    }),
  }),
});
const ThreadList = z.object({ items: z.array(Thread).default([]), nextPageToken: z.string().optional() });

/** A comment of the channel on its own video, the first one (YouTube Data API, commentThreads). */
export function createFirstComment(client: YouTubeClient): Addition {
  return {
    kind: 'addition',
    ...firstCommentField,
    isMadeOnce: true,
    find: (call, videoId, text) => findComment(client, call, videoId, text),
    add: (call, videoId, text) => addComment(client, call, videoId, text),
    obstacle: ({ privacy }) =>
      privacy === 'private'
        ? { seen: 'A private video takes no comments.', todo: 'Make the video public, and name the comment once more.' }
        : undefined,
  };
}

/** commentThreads.list: 1 unit a page, newest first. `textOriginal` is shown to the author alone. */
async function findComment(client: YouTubeClient, call: Call, videoId: string, text: string): Promise<string | null> {
  let pageToken: string | undefined = '';
  for (let page = 0; page < pagesMax && pageToken !== undefined; page += 1) {
    const query = { part: 'snippet', videoId, maxResults: pageSize, order: 'time', textFormat: 'plainText' };
    const answer = await callApi(client, call, {
      method: 'GET',
      resource: 'commentThreads',
      query: { ...query, ...(pageToken !== '' && { pageToken }) },
    });
    if (reasonOf(answer) === 'videoNotFound') throw notFoundYet('comment');
    const { items, nextPageToken } = readJson(answer, ThreadList, 'a list of comments');
    const own = items
      .map(({ snippet: { topLevelComment } }) => topLevelComment)
      .find(({ snippet: { authorChannelId, textOriginal } }) => {
        return authorChannelId?.value === call.channelId && comparable(textOriginal) === comparable(text);
      });
    if (own) return own.id;
    pageToken = nextPageToken;
  }
  return null;
}

/** commentThreads.insert: 50 units. A video that is seconds old may not be found. */
async function addComment(client: YouTubeClient, call: Call, videoId: string, text: string): Promise<string> {
  const { channelId } = call;
  const json = { snippet: { channelId, videoId, topLevelComment: { snippet: { textOriginal: text } } } };
  const answer = await callApi(client, call, {
    method: 'POST',
    operation: 'youtube.comment.add',
    resource: 'commentThreads',
    query: { part: 'snippet' },
    json,
  });
  if (reasonOf(answer) === 'videoNotFound') throw notFoundYet('comment');
  return readJson(answer, Thread, 'a comment').snippet.topLevelComment.id;
}
