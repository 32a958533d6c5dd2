import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { credentialsQuery } from '../credentials/queries';
import { FaultAlert } from '../parts/FaultAlert';
import { signatureOf } from './signatureOf';
import type { SentAttempt } from './signatureOf';

/** By which headers a receiver checks an attempt; for people who may see the secret. */
export function Signature({ sent }: { sent: SentAttempt }) {
  const { data, error, refetch } = useQuery(credentialsQuery);
  if (error) return <FaultAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const headers = Object.entries(signatureOf(sent, data.webhookSecret));
  return (
    <Stack gap={4}>
      <Code block tabIndex={0} role="region" aria-label={`Signature of attempt ${sent.attempt}`} className="wrapped">
        {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      </Code>
      <Text size="xs" c="dimmed">
        Made with the present secret. An attempt before the last rotation was signed with the secret of that time.
      </Text>
    </Stack>
  );
}
