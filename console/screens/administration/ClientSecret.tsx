import { Alert, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { previousSecretHours } from '../../../domain/webhook';
import type { Answer } from '../../http/Api';
import { api } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyValue } from '../../parts/CopyValue';
import { isId } from '../../parts/ids';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';

/** Gives an API client another webhook secret, when its own people cannot. */
export function ClientSecret() {
  const [given, setGiven] = useState('');
  const [rotated, setRotated] = useState<Answer<'rotateClientSecret'> | null>(null);
  const workspaceId = given.trim();
  const rotate = async () => setRotated(await api.rotateClientSecret({ workspaceId }));
  return (
    <Section id="client-secret" title="Webhook secret of an API client" align="flex-start">
      <Text size="sm">The new secret is shown here once, to be handed to the people of the workspace.</Text>
      <TextInput
        label="Id of the workspace"
        description="Its owner finds it among the credentials"
        w={360}
        maw="100%"
        value={given}
        error={given !== '' && !isId(workspaceId) && 'This is no id of a workspace.'}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      <ConfirmButton
        label="Rotate the secret"
        disabled={!isId(workspaceId)}
        warning={`Webhooks of workspace ${workspaceId} are signed with a new secret at once. For ${previousSecretHours} hours the present one signs along.`}
        run={rotate}
      />
      {rotated && (
        <Alert role="status" color="teal" variant="outline" title="The new secret" w="100%">
          <CopyValue name="the new secret" value={rotated.webhookSecret} />
          <Text size="sm" component="div">
            Of workspace {rotated.id}. The secret before ends <RelativeTime at={rotated.previousSecretExpiresAt} />.
          </Text>
        </Alert>
      )}
    </Section>
  );
}
