import { contentTypes, mediaUrlTypes } from '../../../domain/assignment';
import type { ContentType } from '../../../domain/assignment';
import type { Input } from '../../http/Api';
import type { Values } from '../../payload/fields';
import type { ConnectionRow } from '../../resources/connections/queries';
import { noTexts, sentValues } from './commonTexts';
import type { CommonTexts } from './commonTexts';
import { offeredOf } from './offers';
import type { Offers } from './offers';

/** The part of the draft for one platform. */
export interface Part {
  type: ContentType | null;
  /** The platform's own texts. For every other text it gets the common text; for an empty one of its own it gets none. */
  payload: Values;
}

/** A post that is being written, for one channel or several. It survives a reload of this tab. */
export interface Draft {
  connectionIds: readonly string[];
  /** By the slug of the platform: each has its own types and fields. */
  parts: Readonly<Record<string, Part>>;
  /** The texts of all platforms that have none of their own. */
  texts: CommonTexts;
  mediaUrl: string;
  /** The name of the uploaded file; null: `mediaUrl` was typed. */
  fileName: string | null;
  scheduledAt: string | null;
  /** The zone in which the time is picked; null: the writer's own. */
  timezone: string | null;
  callbackUrl: string;
  /** The webhook URL is also told when the post has been taken down. */
  hearsOfPost: boolean;
  externalId: string;
  /** The beginning of this draft's idempotency keys, and its name in this tab. */
  key: string;
  /** Another beginning for a channel: there a copy of the draft in another tab has used the first one. */
  ownKeys: Readonly<Record<string, string>>;
  /** The channels that this draft was sent to, whether there was an answer or not. */
  tried: readonly string[];
  /** The assignments that were made of this draft: channel to assignment. */
  sent: Readonly<Record<string, string>>;
  /** The channels of `sent` whose post lacks later changes of the draft: an answer was lost, and the post was made. */
  outdated: readonly string[];
  /** True: all channels that were chosen at sending have got the draft, which is no longer kept. */
  isFinished: boolean;
}

const noPart: Part = { type: null, payload: {} };

export function newDraft(connectionIds: readonly string[]): Draft {
  return {
    connectionIds,
    parts: {},
    texts: noTexts,
    mediaUrl: '',
    fileName: null,
    scheduledAt: null,
    timezone: null,
    callbackUrl: '',
    hearsOfPost: false,
    externalId: '',
    key: newKey(),
    ownKeys: {},
    tried: [],
    sent: {},
    outdated: [],
    isFinished: false,
  };
}

export function partOf({ parts }: Draft, platform: string): Part {
  return parts[platform] ?? noPart;
}

export function withPart(draft: Draft, platform: string, change: Partial<Part>): Draft {
  return { ...draft, parts: { ...draft.parts, [platform]: { ...partOf(draft, platform), ...change } } };
}

/** The chosen channels, in their order. */
export function chosenOf<Channel extends { id: string }>({ connectionIds }: Draft, channels: readonly Channel[]) {
  return channels.filter(({ id }) => connectionIds.includes(id));
}

/** The channels of this list that have not got the post yet. */
export function unsentOf<Channel extends { id: string }>({ sent }: Draft, channels: readonly Channel[]) {
  return channels.filter(({ id }) => sent[id] === undefined);
}

/** The draft, about to be sent to a channel. */
export function withTry(draft: Draft, channelId: string): Draft {
  return { ...draft, tried: [...new Set([...draft.tried, channelId])] };
}

/** The draft, with a key for a channel that no other tab knows. */
export function withOwnKey(draft: Draft, channelId: string, ownKey: string): Draft {
  return { ...draft, ownKeys: { ...draft.ownKeys, [channelId]: ownKey } };
}

/** The draft, with the assignment that a channel got. @param isOutdated whether it was made of an earlier version */
export function withSent(draft: Draft, channelId: string, assignmentId: string, isOutdated: boolean): Draft {
  const outdated = isOutdated ? [...draft.outdated, channelId] : draft.outdated;
  return { ...draft, sent: { ...draft.sent, [channelId]: assignmentId }, outdated };
}

/**
 * The draft after a try to send it in which nothing was refused. It is finished if each chosen channel has received it as it
 * is written now. Only sending finishes a draft: the texts stay when a channel is no longer chosen, or no longer there.
 */
export function afterSending(draft: Draft, channels: readonly { id: string }[]): Draft {
  const isFinished = unsentOf(draft, chosenOf(draft, channels)).length === 0 && draft.outdated.length === 0;
  return { ...draft, isFinished };
}

/**
 * The input that creates the post for a channel, without a key; null while it cannot be judged yet.
 * @param offers the types of the platforms, which say what fields the post has
 */
export function bodyOf(
  draft: Draft,
  { id: connectionId, platform }: Pick<ConnectionRow, 'id' | 'platform'>,
  offers: Offers,
): Input<'createAssignment'> | null {
  const { mediaUrl, scheduledAt, callbackUrl, hearsOfPost, externalId } = draft;
  const { type, payload } = partOf(draft, platform);
  const offered = offeredOf(offers, platform, type);
  if (type === null || !offered) return null;
  return {
    connectionId,
    type,
    payload: sentValues(draft.texts, payload, offered),
    ...(mediaUrl !== '' && mediaUrlTypes.includes(type) && { mediaUrl }),
    ...(scheduledAt !== null && { scheduledAt }),
    ...(callbackUrl !== '' && { callbackUrl, ...(hearsOfPost && { callbackEvents: ['removal', 'extras'] }) }),
    ...(externalId !== '' && { externalId }),
  };
}

/** The input that creates the post for a channel, with its key; null while it cannot be judged yet. */
export function requestOf(
  draft: Draft,
  channel: Pick<ConnectionRow, 'id' | 'platform'>,
  offers: Offers,
): Input<'createAssignment'> | null {
  const body = bodyOf(draft, channel, offers);
  return body && { ...body, idempotencyKey: idempotencyKeyOf(draft, channel.id) };
}

/** The same key for each try to send this draft to this channel: a lost answer never makes a second post. */
export function idempotencyKeyOf({ key, ownKeys }: Draft, connectionId: string): string {
  return `${ownKeys[connectionId] ?? key}-${connectionId}`;
}

/** The content type of this name. */
export function typeNamed(name: string): ContentType | null {
  return contentTypes.find((type) => type === name) ?? null;
}

/** A random key. Unlike `randomUUID`, it also works where the page came without TLS. */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The platforms of these channels, each once. */
export function platformsOf(channels: readonly { platform: string }[]): string[] {
  return [...new Set(channels.map(({ platform }) => platform))];
}
