import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Credentials } from '../../../api/credentials/schema';
import type { Answer } from '../../http/Api';
import { api } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyValue } from '../../parts/CopyValue';
import { FaultAlert } from '../../parts/FaultAlert';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { credentialsQuery } from '../../resources/credentials/queries';
import { noteStep } from '../../resources/onboarding/queries';

/** The API key: it is shown once, when it is made. */
export function ApiKeyPart({ credentials: { apiKey } }: { credentials: Credentials }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Answer<'regenerateApiKey'> | null>(null);
  const make = async () => {
    setMade(await api.regenerateApiKey());
    noteStep(queries, 'api_key');
    await queries.invalidateQueries(credentialsQuery);
  };
  const first = useMutation({ mutationFn: make });
  return (
    <Section id="api-key" title="API key">
      {apiKey === null ? (
        <Text size="sm">There is none yet. Make one when a program is to call the API.</Text>
      ) : (
        <Text size="sm" component="div">
          <Code>
            {apiKey.prefix}…{apiKey.last4}
          </Code>{' '}
          made <RelativeTime at={apiKey.createdAt} />,{' '}
          {apiKey.lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <RelativeTime at={apiKey.lastUsedAt} />
            </>
          )}
          .
        </Text>
      )}
      {made && (
        <Alert role="status" color="teal" variant="outline" title="Copy it now: it is not shown again">
          <CopyValue name="the API key" value={made.apiKey} />
        </Alert>
      )}
      {first.isError && <FaultAlert error={first.error} />}
      <Group>
        {apiKey === null ? (
          <Button loading={first.isPending} onClick={() => first.mutate()}>
            Make an API key
          </Button>
        ) : (
          <ConfirmButton
            label="Replace the API key"
            warning="The present key stops working at once: every program that uses it is refused until it has the new one. Assistants that were let in with it lose their access."
            run={make}
          />
        )}
      </Group>
    </Section>
  );
}
