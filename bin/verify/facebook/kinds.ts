import { randomBytes } from 'node:crypto';
import type { ContentType } from '../../../domain/assignment';
import type { Payload } from '../../../domain/payload/payload';
import { film, picture } from '../media/samples';
import type { Sample } from '../media/samples';

/** A kind of post of the walk: a content type, with a story once of a photo and once of a video. */
export interface Kind {
  /** It stands in the ids of its steps. */
  readonly name: string;
  readonly type: ContentType;
  readonly text: string;
  readonly media: () => Sample[];
  readonly payload: () => Payload;
  /** A draft of its own is made and published by its id; else the medium itself is published. */
  readonly hasDraft: boolean;
  readonly isVideo: boolean;
}

const plain = { media: () => [], hasDraft: true, isVideo: false };
const ofVideo = { isVideo: true };

/** No two are alike: Facebook refuses a text that it has just had. */
function line(): string {
  return `Verification ${randomBytes(4).toString('hex')}, please ignore: it is removed at once.`;
}

/** The alternative text of the photo. */
export const altText = 'An area of one colour';

/** The kinds, in the order of the walk. */
export const kinds: readonly Kind[] = [
  { ...plain, name: 'text', type: 'text', text: 'a text', payload: () => ({ message: line() }) },
  {
    ...plain,
    name: 'link',
    type: 'link',
    text: 'a link',
    payload: () => ({ message: line(), link: 'https://www.example.com/' }),
  },
  {
    ...plain,
    name: 'image',
    type: 'image',
    text: 'a photo',
    media: () => [picture()],
    payload: () => ({ message: line(), altText }),
  },
  {
    ...plain,
    name: 'carousel',
    type: 'carousel',
    text: 'a post of several photos',
    media: () => [picture(), picture()],
    payload: () => ({ message: line() }),
  },
  {
    ...plain,
    ...ofVideo,
    name: 'video',
    type: 'video',
    text: 'a video',
    media: () => [film('wide')],
    payload: () => ({ title: 'Verification, please ignore', description: line() }),
  },
  {
    ...ofVideo,
    name: 'reel',
    type: 'reel',
    text: 'a reel',
    media: () => [film('tall')],
    payload: () => ({ description: line() }),
    hasDraft: false,
  },
  {
    ...plain,
    name: 'photo-story',
    type: 'story',
    text: 'a story of a photo',
    media: () => [picture()],
    payload: () => ({}),
    hasDraft: false,
  },
  {
    ...ofVideo,
    name: 'video-story',
    type: 'story',
    text: 'a story of a video',
    media: () => [film('tall')],
    payload: () => ({}),
    hasDraft: false,
  },
];
