import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { Credentials } from '../../../api/credentials/schema';
import { previousSecretHours } from '../../../domain/webhook';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyValue } from '../../parts/CopyValue';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { credentialsQuery } from '../../resources/credentials/queries';

/** The secret with which receivers check that a webhook comes from here. */
export function SecretPart({ credentials }: { credentials: Credentials }) {
  const queries = useQueryClient();
  const [isShown, { toggle }] = useDisclosure(false);
  const { webhookSecret, previousSecretExpiresAt } = credentials;
  const rotate = async () => {
    await api.rotateSecret();
    await queries.invalidateQueries(credentialsQuery);
  };
  return (
    <Section id="secret" title="Webhook secret">
      <CopyValue name="the webhook secret" value={webhookSecret} shown={isShown ? webhookSecret : hidden} />
      {previousSecretExpiresAt !== null && (
        <Text size="sm" component="div">
          The secret before signs along, and ends <RelativeTime at={previousSecretExpiresAt} />.
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={toggle}>
          {isShown ? 'Hide it' : 'Show it'}
        </Button>
        <ConfirmButton
          label="Rotate the secret"
          warning={`Webhooks are signed with a new secret at once. For ${previousSecretHours} hours the present one signs along, so that your receivers can change over.`}
          run={rotate}
          onDone={() => announce('Webhooks are signed with the new secret.')}
        />
      </Group>
    </Section>
  );
}

const hidden = 'whsec_••••••••••••••••';
