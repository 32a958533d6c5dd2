import './picture.css';
import { Avatar } from '@mantine/core';
import { PlatformMark } from './PlatformMark';
import { pictureSource } from './pictureSource';

interface Props {
  channel: { name: string; thumbnailUrl: string | null };
  platform: string;
  /** In pixels. */
  size?: number;
}

/** The picture of a channel, or the beginnings of its name, with the mark of its platform. Its name stands beside it. */
export function ChannelPicture({ channel: { name, thumbnailUrl }, platform, size = 28 }: Props) {
  const source = thumbnailUrl === null ? null : ownSource(thumbnailUrl);
  return (
    <span className="channel-picture" aria-hidden>
      <Avatar src={source} name={name} alt="" radius="xl" size={size} variant="default" />
      <PlatformMark platform={platform} size={Math.round(size / 2)} />
    </span>
  );
}

const ownPath = '/api/v1/pictures/';

/** Null for an address of another host: the browser of a reader asks no stranger. */
function ownSource(address: string): string | null {
  return new URL(address, window.location.href).pathname.startsWith(ownPath) ? pictureSource(address) : null;
}
