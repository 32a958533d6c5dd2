import { createHash } from 'node:crypto';
import type { YoutubeContext } from './context';
import type { Channel, Video } from './records';
import { presentChannelStatistics, presentVideoStatistics } from './statistics';
import { channelThumbnails, videoThumbnails } from './thumbnails';
import { privacyAt, publishedAtMs, statusAt } from './videoStatus';

/** The call that answers, and the address at which the sandbox was asked. */
export interface Viewer {
  readonly call: 'insert' | 'update' | 'list';
  readonly origin: string;
}

type Parts<T> = Readonly<Record<string, ((subject: T, viewer: Viewer) => object) | undefined>>;

/** A resource with the requested parts, without its etag; a part that is documented but not modelled is left out. */
function presentResource<T>(
  kind: string,
  id: string,
  parts: Parts<T>,
  names: readonly string[],
  subject: T,
  viewer: Viewer,
): object {
  const content = names.flatMap((name) => {
    const value = parts[name]?.(subject, viewer);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { kind, id, ...Object.fromEntries(content) };
}

/** The resource with the etag of its content. The header ETag carries the same text, quotation marks included. */
export function withEtag<T extends object>({ ...resource }: T): T & { etag: string } {
  return { ...resource, etag: etagOf(resource) };
}

function etagOf(content: object): string {
  return `"${createHash('sha1').update(JSON.stringify(content)).digest('base64url')}"`;
}

/** The version of a video: the same for any requested parts, another version after any change of a writable field. */
export function videoEtag({ clock }: YoutubeContext, video: Video): string {
  const { id, snippet, recordingDetails, paidProductPlacementDetails } = video;
  return etagOf({
    id,
    snippet,
    recordingDetails,
    paidProductPlacementDetails,
    status: presentStatus(video, clock(), 'list'),
  });
}

/** A video with the requested parts (resource page `videos`). */
export function presentVideo(context: YoutubeContext, video: Video, names: readonly string[], viewer: Viewer): object {
  const resource = presentResource('youtube#video', video.id, videoParts(context), names, video, viewer);
  return { ...resource, etag: videoEtag(context, video) };
}

function videoParts(context: YoutubeContext): Parts<Video> {
  const now = context.clock();
  return {
    snippet: (video, { origin }) => presentSnippet(video, context.store.channels.get(video.channelId), now, origin),
    status: (video, { call }) => presentStatus(video, now, call),
    contentDetails: (video) => ({
      duration: presentDuration(statusAt(video, now).uploadStatus === 'processed' ? video.durationMs : 0),
      dimension: '2d',
      definition: 'sd',
      caption: 'false',
      licensedContent: false,
      projection: 'rectangular',
    }),
    statistics: presentVideoStatistics,
    processingDetails: (video) => presentProcessing(video, now),
    fileDetails: (video) => ({ fileSize: String(video.sizeBytes), fileType: 'video' }),
    recordingDetails: (video) => video.recordingDetails ?? {},
    paidProductPlacementDetails: (video) => video.paidProductPlacementDetails,
  };
}

function presentSnippet(video: Video, channel: Channel | undefined, nowMs: number, origin: string): object {
  const { title, description, tags, categoryId, ...languages } = video.snippet;
  return {
    publishedAt: presentTime(publishedAtMs(video, nowMs)),
    channelId: video.channelId,
    title,
    description,
    thumbnails: videoThumbnails(video, origin),
    channelTitle: channel?.name ?? '',
    ...(tags && tags.length > 0 && { tags }),
    categoryId,
    liveBroadcastContent: 'none',
    localized: { title, description },
    ...languages,
  };
}

function presentStatus(video: Video, nowMs: number, call: Viewer['call']): object {
  const { privacyStatus: _privacyStatus, publishAt: _publishAt, selfDeclaredMadeForKids, ...rest } = video.status;
  const { uploadStatus, failureReason, rejectionReason } = statusAt(video, nowMs);
  return {
    uploadStatus,
    ...(failureReason && { failureReason }),
    ...(rejectionReason && { rejectionReason }),
    ...privacyAt(video, nowMs),
    ...rest,
    ...(call === 'list' && { madeForKids: selfDeclaredMadeForKids ?? false }),
    ...(call === 'list' && selfDeclaredMadeForKids !== undefined && { selfDeclaredMadeForKids }),
    ...(call === 'update' && { selfDeclaredMadeForKids: selfDeclaredMadeForKids ?? false }),
  };
}

function presentProcessing(video: Video, nowMs: number): object {
  const { processingStatus, processingFailureReason, timeLeftMs } = statusAt(video, nowMs);
  const isRunning = processingStatus === 'processing';
  const lengthMs = Math.max(1, video.processing.lengthMs);
  const partsProcessed = String(Math.floor((1 - Math.min(timeLeftMs, lengthMs) / lengthMs) * 100));
  return {
    processingStatus,
    ...(processingFailureReason && { processingFailureReason }),
    ...(isRunning && { processingProgress: { partsTotal: '100', partsProcessed, timeLeftMs: String(timeLeftMs) } }),
    fileDetailsAvailability: isRunning ? 'inProgress' : 'available',
    processingIssuesAvailability: isRunning ? 'inProgress' : 'available',
    tagSuggestionsAvailability: 'unavailable',
    editorSuggestionsAvailability: 'unavailable',
    thumbnailsAvailability: isRunning ? 'inProgress' : 'available',
  };
}

/** The playlist that holds all uploads of a channel. */
export function uploadsPlaylistId(channelId: string): string {
  return `UU${channelId.slice(2)}`;
}

/** A channel with the requested parts (resource page `channels`). */
export function presentChannel(
  context: YoutubeContext,
  channel: Channel,
  names: readonly string[],
  viewer: Viewer,
): object {
  const parts: Parts<Channel> = {
    snippet: ({ name, createdAtMs }, { origin }) => ({
      title: name,
      description: '',
      customUrl: `@${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')}`,
      publishedAt: presentTime(createdAtMs),
      thumbnails: channelThumbnails(channel, origin),
      localized: { title: name, description: '' },
    }),
    statistics: (subject) => presentChannelStatistics(context, subject),
    contentDetails: ({ id }) => ({ relatedPlaylists: { likes: '', uploads: uploadsPlaylistId(id) } }),
    status: () => ({ privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed', madeForKids: false }),
  };
  return withEtag(presentResource('youtube#channel', channel.id, parts, names, channel, viewer));
}

/** Google's way to write a time: no fraction. */
export function presentTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function presentDuration(durationMs: number | null): string {
  const total = Math.floor((durationMs ?? 0) / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const text = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`;
  return `PT${text || '0S'}`;
}
