import { Alert, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
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
import { texts } from '../../texts/screens/credentials';

/** The API key: it is shown once, when it is made. */
export function ApiKeyPart({ credentials: { apiKey } }: { credentials: Credentials }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Answer<'regenerateApiKey'> | null>(null);
  const [keepGrants, setKeepGrants] = useState(false);
  const make = async () => {
    setMade(await api.regenerateApiKey({ keepGrants }));
    noteStep(queries, 'api_key');
    await queries.invalidateQueries(credentialsQuery);
  };
  const first = useMutation({ mutationFn: make });
  return (
    <Section id="api-key" title={texts.apiKeyTitle}>
      {apiKey === null ? (
        <Text size="sm">{texts.noApiKey}</Text>
      ) : (
        <Text size="sm" component="div">
          <Code>
            {apiKey.prefix}…{apiKey.last4}
          </Code>{' '}
          {texts.keyCreated} <RelativeTime at={apiKey.createdAt} />,{' '}
          {apiKey.lastUsedAt === null ? (
            texts.keyNeverUsed
          ) : (
            <>
              {texts.keyLastUsed} <RelativeTime at={apiKey.lastUsedAt} />
            </>
          )}
          .
        </Text>
      )}
      {made && (
        <Alert role="status" color="teal" variant="outline" title={texts.newKeyTitle}>
          <CopyValue name={texts.copied.apiKey} value={made.apiKey} />
        </Alert>
      )}
      {first.isError && <FaultAlert error={first.error} />}
      <Group>
        {apiKey === null ? (
          <Button loading={first.isPending} onClick={() => first.mutate()}>
            {texts.createKey}
          </Button>
        ) : (
          <ConfirmButton
            label={texts.replaceKey}
            warning={
              <Stack gap="sm">
                <span>{texts.replaceKeyWarning}</span>
                <Checkbox
                  label={texts.keepGrants}
                  description={texts.keepGrantsHint}
                  checked={keepGrants}
                  onChange={({ currentTarget }) => setKeepGrants(currentTarget.checked)}
                />
              </Stack>
            }
            run={make}
          />
        )}
      </Group>
    </Section>
  );
}
