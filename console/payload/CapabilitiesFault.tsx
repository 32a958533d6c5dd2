import { Text } from '@mantine/core';
import { FaultAlert } from '../parts/FaultAlert';
import { useIsOffered } from '../viewer/viewer';
import { notOffered } from '../words/states';

interface Props {
  platform: string;
  error: Error;
  onRetry: () => void;
}

/** The reason why there are no fields. To read them again is of no use where the platform is not offered. */
export function CapabilitiesFault({ platform, error, onRetry }: Props) {
  const isOffered = useIsOffered();
  if (isOffered(platform)) return <FaultAlert error={error} onRetry={onRetry} />;
  return <Text size="sm">{notOffered}</Text>;
}
