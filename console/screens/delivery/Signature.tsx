import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { useNow } from '../../parts/useNow';
import { credentialsQuery } from '../../resources/credentials/queries';
import { texts } from '../../texts/screens/delivery';
import { signatureOf } from './signatureOf';
import type { SentAttempt } from './signatureOf';
import { signerOf } from './signerOf';

/** By which headers a receiver checks an attempt; for people who may see the secret. */
export function Signature({ sent }: { sent: SentAttempt }) {
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(credentialsQuery);
  if (error) return <FaultAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const signer = signerOf(sent.at, data.previousSecretExpiresAt, nowMs);
  const headers = Object.entries(signatureOf(sent, data.webhookSecret));
  return (
    <Stack gap={4}>
      {signer !== 'previous' && (
        <Code block tabIndex={0} role="region" aria-label={texts.signatureName(sent.attempt)} className="wrapped">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </Code>
      )}
      <Text size="xs" c="dimmed">
        {texts.signers[signer]}
      </Text>
    </Stack>
  );
}
