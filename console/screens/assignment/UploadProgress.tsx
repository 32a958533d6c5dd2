import { Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { ProgressNews } from '../../parts/ProgressNews';
import { Section } from '../../parts/Section';
import { useNow } from '../../parts/useNow';
import { texts } from '../../texts/screens/assignment';
import { duration } from '../../words/time';
import { rateOf, withSample } from './rate';
import type { Sample } from './rate';

/** The progress of the media on their way to the platform: bytes, rate and the time that is left. */
export function UploadProgress({ progress }: { progress: NonNullable<InspectedAssignment['progress']> }) {
  const { bytesTransferred, bytesTotal } = progress;
  const rate = useRate(bytesTransferred);
  const share = bytesTotal ? (100 * bytesTransferred) / bytesTotal : null;
  const leftMs = bytesTotal !== null && rate !== null ? (1_000 * (bytesTotal - bytesTransferred)) / rate : null;
  return (
    <Section
      id="upload"
      title={texts.upload.title}
      aside={
        <Text size="sm" className="tabular">
          {texts.upload.progress({
            done: bytesTransferred,
            total: bytesTotal,
            bytesPerSecond: rate,
            left: leftMs === null ? null : duration(leftMs),
          })}
        </Text>
      }
    >
      <Progress value={share ?? 100} animated={share === null} aria-label={texts.upload.progressName} />
      <ProgressNews share={share ?? 0} />
    </Section>
  );
}

/** Bytes a second over the last seconds; null while that is not known. */
function useRate(transferred: number): number | null {
  const atMs = useNow();
  const [samples, setSamples] = useState<readonly Sample[]>([{ atMs, transferred }]);
  if (samples.at(-1)?.atMs !== atMs) setSamples(withSample(samples, { atMs, transferred }));
  return rateOf(samples);
}
