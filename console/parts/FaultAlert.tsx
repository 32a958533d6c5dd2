import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { labels } from '../texts/labels';
import { faultWords } from '../words/faults';

interface Props {
  error: unknown;
  /** Tries again the action that failed. */
  onRetry?: () => void;
}

/** Shows the fault, and the next step. */
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
            {labels.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
