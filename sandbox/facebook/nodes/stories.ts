import { assertMayRead } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { listOf } from '../graph/list';
import { isLive, storiesOf } from '../objects';
import type { Page, Post } from '../records';

const storyLifeMs = 24 * 3_600_000;

/** The stories of a page that are live or were; `status` chooses (reference §5). */
export function listStories(call: GraphCall, page: Page): object {
  assertMayRead(call);
  const { context, params } = call;
  const wanted = params.get('status')?.toUpperCase();
  const stories = storiesOf(context, page.id).filter((story) => isLive(context, story));
  const rows = stories.map((story) => rowOf(call, story)).filter(({ status }) => (wanted ?? status) === status);
  return listOf(call, rows, (row) => row);
}

function rowOf({ context }: GraphCall, { id, mediaIds: [mediaId = ''], liveAtMs }: Post) {
  const sinceMs = liveAtMs ?? 0;
  return {
    post_id: id,
    status: sinceMs + storyLifeMs > context.clock() ? 'PUBLISHED' : 'ARCHIVED',
    creation_time: String(Math.floor(sinceMs / 1000)),
    media_type: context.store.videos.get(mediaId) ? 'video' : 'photo',
    media_id: mediaId,
    url: `https://facebook.com/stories/${id}`,
  };
}
