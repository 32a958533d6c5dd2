import { Globe } from 'lucide-react';
import { siFacebook, siYoutube } from 'simple-icons';
import { colors } from '../../look/tokens';

const marks: Readonly<Record<string, { path: string; color: string }>> = {
  youtube: { path: siYoutube.path, color: colors.platforms.youtube },
  facebook: { path: siFacebook.path, color: colors.platforms.facebook },
};

/** The mark of a platform; a globe for a platform without one. The platform's name stands in words beside it. */
export function PlatformMark({ platform, size = 16 }: { platform: string; size?: number }) {
  const mark = marks[platform];
  if (!mark) return <Globe aria-hidden className="platform-mark" size={size} />;
  return (
    <svg className="platform-mark" viewBox="0 0 24 24" width={size} height={size} fill={mark.color} aria-hidden>
      <path d={mark.path} />
    </svg>
  );
}
