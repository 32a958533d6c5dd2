import type { Channel, Video } from './records';

/** The thumbnails that every video has, also for its playlist items and the like (resource page `thumbnails`). */
export function videoThumbnails({ id }: Video, origin: string): object {
  return {
    default: thumbnail(origin, id, 'default', [120, 90]),
    medium: thumbnail(origin, id, 'mqdefault', [320, 180]),
    high: thumbnail(origin, id, 'hqdefault', [480, 360]),
  };
}

/** The thumbnails of a channel: squares (resource page `thumbnails`). */
export function channelThumbnails({ id }: Channel, origin: string): object {
  return {
    default: thumbnail(origin, id, 'default', [88, 88]),
    medium: thumbnail(origin, id, 'medium', [240, 240]),
    high: thumbnail(origin, id, 'high', [800, 800]),
  };
}

function thumbnail(origin: string, id: string, file: string, [width, height]: readonly [number, number]): object {
  return { url: `${origin}/vi/${id}/${file}.jpg`, width, height };
}
