import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { useNow } from '../../parts/useNow';
import { credentialsQuery } from '../../resources/credentials/queries';
import { signatureOf } from './signatureOf';
import type { SentAttempt } from './signatureOf';
import { signerOf } from './signerOf';
import type { Signer } from './signerOf';

const signerWords: Readonly<Record<Signer, string>> = {
  present: 'Signed with the present secret.',
  presentAndPrevious:
    'Signed with the present secret. The secret before signed along: second in webhook-signature, and in x-webhook-signature-previous.',
  previous: 'It was sent before the secret was rotated. The secret of that time signed it, and is not shown any more.',
  unknown: 'As the present secret signs it. If the secret was rotated since, the secret of that time signed it.',
};

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
        <Code block tabIndex={0} role="region" aria-label={`Signature of attempt ${sent.attempt}`} className="wrapped">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </Code>
      )}
      <Text size="xs" c="dimmed">
        {signerWords[signer]}
      </Text>
    </Stack>
  );
}
