import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { faultWords } from '../words/faults';

interface Props {
  error: unknown;
  /** What was tried, to try it again. */
  onRetry?: () => void;
}

/** What went wrong, and what to do. */
export function FaultAlert({ error, onRetry }: Props) {
  const { title, advice } = faultWords(error);
  return (
    <Alert role="alert" color="red" variant="outline" icon={<CircleAlert aria-hidden />} title={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className="breakable">
          {advice}
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
