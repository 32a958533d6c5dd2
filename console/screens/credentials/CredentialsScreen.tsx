import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../parts/CopyValue';
import { FaultAlert } from '../../parts/FaultAlert';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { credentialsQuery } from '../../resources/credentials/queries';
import { texts } from '../../texts/screens/credentials';
import { ApiKeyPart } from './ApiKeyPart';
import { SecretPart } from './SecretPart';
import { TestPart } from './TestPart';

/** The API key with which programs call the API, and the secret with which they check its webhooks. */
export function CredentialsScreen() {
  const { data, error, refetch } = useQuery(credentialsQuery);
  return (
    <Screen title={texts.title} description={texts.description}>
      {data ? (
        <>
          <Group gap="xs">
            <Text size="sm">{texts.workspaceId}</Text>
            <CopyValue name={texts.copied.workspaceId} value={data.workspaceId} />
          </Group>
          <ApiKeyPart credentials={data} />
          <SecretPart credentials={data} />
          <TestPart />
        </>
      ) : error ? (
        <FaultAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <PendingScreen />
      )}
    </Screen>
  );
}
