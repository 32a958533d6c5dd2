import { useViewer } from '../viewer/viewer';
import { absoluteTime, relativeTime, utcTime } from '../words/time';
import { useNow } from './useNow';

const stepMs = 10_000;

/** A time as its distance from now. The time itself is shown on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { profile } = useViewer();
  const nowMs = useNow(stepMs);
  return (
    <time dateTime={at} title={`${absoluteTime(at, profile)} (${profile.timezone})\n${utcTime(at)}`}>
      {relativeTime(at, nowMs, profile)}
    </time>
  );
}
