import './picture.css';
import { Clapperboard, CirclePlay, Image, Images, Link2, Smartphone, Text } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../domain/assignment';
import { filmLength } from '../../words/time';
import { typeWords } from '../../words/states';
import { pictureSource } from './pictureSource';
import { PlatformMark } from './PlatformMark';

/** What a picture shows of a post. */
interface Pictured {
  platform: string;
  type: ContentType;
  thumbnailUrl: string | null;
  /** Of a video, as far as the service knows it. */
  durationSeconds?: number | null;
}

const icons: Readonly<Record<ContentType, LucideIcon>> = {
  video: CirclePlay,
  short: Smartphone,
  reel: Clapperboard,
  story: Smartphone,
  image: Image,
  carousel: Images,
  link: Link2,
  text: Text,
};

/**
 * The picture of a post with the mark of its platform; where there is none (yet), a drawn one with the kind of the post and the length of
 * a video. It takes the same room before and after it has come. It says nothing that the words beside it do not say.
 */
export function PostPicture({ post, size = 'small' }: { post: Pictured; size?: 'small' | 'full' }) {
  const { thumbnailUrl, platform, durationSeconds } = post;
  const source = thumbnailUrl === null ? null : pictureSource(thumbnailUrl);
  const [failed, setFailed] = useState<string | null>(null);
  const isDrawn = source === null || failed === source;
  return (
    <span className="post-picture" data-size={size} data-kind={post.type} aria-hidden>
      {isDrawn ? (
        <DrawnPicture post={post} />
      ) : (
        <img src={source} alt="" loading="lazy" decoding="async" onError={() => setFailed(source)} />
      )}
      <span className="post-picture-mark">
        <PlatformMark platform={platform} size={size === 'full' ? 20 : 12} />
      </span>
      {durationSeconds != null && <span className="post-picture-length">{filmLength(durationSeconds)}</span>}
    </span>
  );
}

function DrawnPicture({ post: { type, platform } }: { post: Pictured }) {
  const Icon = icons[type];
  return (
    <span className="post-picture-drawn" data-platform={platform}>
      <Icon strokeWidth={1.5} />
      <span className="post-picture-kind">{typeWords[type]}</span>
    </span>
  );
}
