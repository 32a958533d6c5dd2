import { Alert, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../http/Api';
import { api } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyValue } from '../../parts/CopyValue';
import { isId } from '../../parts/ids';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { texts } from '../../texts/screens/administration';

/** Gives an API client another webhook secret, when its own people cannot. */
export function ClientSecret() {
  const [given, setGiven] = useState('');
  const [rotated, setRotated] = useState<Answer<'rotateClientSecret'> | null>(null);
  const workspaceId = given.trim();
  const rotate = async () => setRotated(await api.rotateClientSecret({ workspaceId }));
  return (
    <Section id="client-secret" title={texts.secretTitle} align="flex-start">
      <Text size="sm">{texts.secretIntro}</Text>
      <TextInput
        label={texts.workspaceId}
        description={texts.workspaceIdHint}
        w={360}
        maw="100%"
        value={given}
        error={given !== '' && !isId(workspaceId) && texts.workspaceIdInvalid}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      <ConfirmButton
        label={texts.rotate}
        disabled={!isId(workspaceId)}
        warning={texts.rotateWarning(workspaceId)}
        run={rotate}
      />
      {rotated && (
        <Alert role="status" color="teal" variant="outline" title={texts.newSecret} w="100%">
          <CopyValue name={texts.newSecretName} value={rotated.webhookSecret} />
          <Text size="sm" component="div">
            {texts.previousSecretExpires(rotated.id)} <RelativeTime at={rotated.previousSecretExpiresAt} />.
          </Text>
        </Alert>
      )}
    </Section>
  );
}
