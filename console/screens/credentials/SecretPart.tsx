import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { Credentials } from '../../../api/credentials/schema';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyValue } from '../../parts/CopyValue';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { credentialsQuery } from '../../resources/credentials/queries';
import { texts } from '../../texts/screens/credentials';

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
    <Section id="secret" title={texts.secretTitle}>
      <CopyValue name={texts.copied.secret} value={webhookSecret} shown={isShown ? webhookSecret : hidden} />
      {previousSecretExpiresAt !== null && (
        <Text size="sm" component="div">
          {texts.previousSecret} <RelativeTime at={previousSecretExpiresAt} />.
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={toggle}>
          {isShown ? texts.hideSecret : texts.showSecret}
        </Button>
        <ConfirmButton
          label={texts.rotateSecret}
          warning={texts.rotateSecretWarning}
          run={rotate}
          onDone={() => announce(texts.secretRotated)}
        />
      </Group>
    </Section>
  );
}

const hidden = 'whsec_••••••••••••••••';
