import type { Request } from 'express';
import { exchangeOf } from '../../http/exchange';
import type { YoutubeContext } from '../context';
import type { Video } from '../records';
import { privacyAt } from '../videoStatus';

/** Makes or changes a video, and notes that the request did it. */
export function putVideo(context: YoutubeContext, req: Request, video: Video): void {
  const from = privacyOf(context, context.store.videos.get(video.id));
  context.store.videos.put(video.id, video);
  note(req, video, from, privacyOf(context, video));
}

/** Removes a video, and notes that the request did it. */
export function dropVideo(context: YoutubeContext, req: Request, video: Video): void {
  context.store.videos.delete(video.id);
  note(req, video, privacyOf(context, video), null);
}

function note(req: Request, { id, snippet }: Video, from: string | null, to: string | null): void {
  exchangeOf(req).noteEffect?.({ resource: id, title: snippet.title, from, to });
}

function privacyOf({ clock }: YoutubeContext, video: Video | undefined): string | null {
  return video ? privacyAt(video, clock()).privacyStatus : null;
}
