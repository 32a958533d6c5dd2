import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { Section } from '../../parts/Section';
import { connectionsQuery } from '../../resources/connections/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/credentials';

/** Asks a platform whether the access to a channel works. */
export function TestPart() {
  const { data } = useQuery(connectionsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const test = useMutation({ mutationFn: async (connectionId: string) => api.testConnection({ connectionId }) });
  const connections = data?.items ?? [];
  const connectionId = chosen ?? connections[0]?.id;
  if (connectionId === undefined) return null;
  return (
    <Section id="test" title={texts.testTitle}>
      <Group align="flex-end">
        <NativeSelect
          label={labels.channel}
          value={connectionId}
          data={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            test.reset();
          }}
        />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(connectionId)}>
          {texts.test}
        </Button>
      </Group>
      {test.isError && <FaultAlert error={test.error} />}
      {test.data && (
        <Alert
          role="status"
          variant="outline"
          color={test.data.ok ? 'teal' : 'red'}
          title={test.data.ok ? texts.testPassed : texts.testFailed}
        >
          <Text size="sm">{test.data.error ?? texts.channelFound(test.data.channel?.name)}</Text>
        </Alert>
      )}
    </Section>
  );
}
