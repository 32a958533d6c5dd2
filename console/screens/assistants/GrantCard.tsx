import { Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { knownScopes, scopeMeanings } from '../../../domain/mcp';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { RelativeTime } from '../../parts/RelativeTime';
import { texts } from '../../texts/screens/assistants';
import { grantsQuery } from './queries';
import type { Grant } from './queries';

/** One assistant: its permissions, the times of its calls, and the end of its access. */
export function GrantCard({
  grant: { id, clientName, user, organization, scope, creditLimit, calls, createdAt, expiresAt, lastUsedAt },
}: {
  grant: Grant;
}) {
  const queries = useQueryClient();
  const name = clientName ?? texts.unnamed;
  return (
    <Paper component="article" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={2} id={id} className="breakable">
            {name}
          </Title>
          <ConfirmButton
            size="xs"
            flex="none"
            label={texts.revoke}
            name={texts.revokeName(name)}
            warning={texts.revokeWarning(name)}
            run={async () => api.revokeMcpGrant({ grantId: id })}
            onDone={() => {
              announce(texts.revoked(name));
              void queries.invalidateQueries(grantsQuery);
            }}
          />
        </Group>
        <Text size="sm" className="breakable">
          {user && organization ? texts.actsAs(user.name, organization.name) : texts.actsForWorkspace}
        </Text>
        <List size="sm" spacing={4}>
          {knownScopes(scope).map((known) => (
            <List.Item key={known}>{scopeMeanings[known].allows}</List.Item>
          ))}
          {creditLimit !== null && <List.Item>{texts.creditLimit(creditLimit)}</List.Item>}
        </List>
        <Text size="sm" c="dimmed" component="div">
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <RelativeTime at={lastUsedAt} /> · {texts.calls(calls)}
            </>
          )}
          {' · '}
          {texts.granted} <RelativeTime at={createdAt} />
          {' · '}
          {texts.expires} <RelativeTime at={expiresAt} />
        </Text>
      </Stack>
    </Paper>
  );
}
