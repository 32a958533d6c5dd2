import type { ContentType } from '../../domain/assignment';
import { jpeg, mp4 } from '../../domain/mediaType';
import type { Payload } from '../../domain/payload/payload';
import type { PlatformSlug } from '../../domain/platform';

/** Something to tell, and the drawn pictures for it: the first stands for it alone. */
export interface Story {
  readonly title: string;
  readonly text?: string;
  readonly pictures: readonly [string, ...string[]];
}

/** The content of a post, as a caller sends it. */
export interface Content {
  readonly type: ContentType;
  readonly payload: Payload;
  readonly mediaUrl: string | null;
  readonly mediaContentType: string | null;
  readonly pictures: readonly string[];
}

/** The pages of the made-up town, to which its links lead. */
const pages = 'https://harbour.example/stories';

/** A story as a post of this type. @param media the address below which the sandbox has its media */
export function contentOf(platform: PlatformSlug, type: ContentType, story: Story, media: string): Content {
  const { title, text = '', pictures } = story;
  const [first] = pictures;
  const message = text === '' ? title : `${title}\n\n${text}`;
  const photos = pictures.map((name) => `${media}/${name}.jpg`);
  const none = { type, mediaUrl: null, mediaContentType: null, pictures: [] };
  const image = { type, mediaUrl: `${media}/${first}.jpg`, mediaContentType: jpeg, pictures: [first] };
  switch (type) {
    case 'text':
      return { ...none, payload: { message } };
    case 'link':
      return { ...none, payload: { link: `${pages}/${first}`, message } };
    case 'image':
      return { ...image, payload: { message, altText: title } };
    case 'story':
      return { ...image, payload: {} };
    case 'carousel':
      return { ...none, payload: { message, mediaUrls: photos }, pictures };
    case 'video':
    case 'reel':
    case 'short':
      return { ...image, ...filmOf(platform, story, media) };
  }
}

/** The fields of a film beside its texts: on YouTube a caller names its picture, elsewhere the platform shows one of the film. */
const besidesTexts: Readonly<Partial<Record<PlatformSlug, (picture: string) => Payload>>> = {
  youtube: (thumbnailUrl) => ({ privacy: 'public', thumbnailUrl }),
};

function filmOf(platform: PlatformSlug, { title, text = title, pictures: [first] }: Story, media: string) {
  const film = { mediaUrl: `${media}/${first}.mp4`, mediaContentType: mp4 };
  const texts = { title, description: text };
  return { ...film, payload: { ...texts, ...besidesTexts[platform]?.(`${media}/${first}.jpg`) } };
}

/** The payload of a post that was published long ago: its platform shows a picture of the film. */
export function payloadOfLive({ thumbnailUrl: _thumbnailUrl, ...payload }: Payload): Payload {
  return payload;
}
