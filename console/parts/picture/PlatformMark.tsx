import { Globe } from 'lucide-react';
import { siFacebook, siYoutube } from 'simple-icons';
import { colors } from '../../look/tokens';

const marks: Readonly<Record<string, { path: string; color: string }>> = {
  youtube: { path: siYoutube.path, color: colors.platforms.youtube },
  facebook: { path: siFacebook.path, color: colors.platforms.facebook },
};

/** The mark of a platform; a globe for a platform without one. The platform's name stands in words beside it, or in `label`. */
export function PlatformMark({ platform, size = 16, label }: { platform: string; size?: number; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  const mark = marks[platform];
  if (!mark) return <Globe className="platform-mark" size={size} {...named} />;
  return (
    <svg className="platform-mark" viewBox="0 0 24 24" width={size} height={size} fill={mark.color} {...named}>
      <path d={mark.path} />
    </svg>
  );
}
