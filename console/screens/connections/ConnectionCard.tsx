import { Avatar, Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { TextLink } from '../../parts/links';
import { RelativeTime } from '../../parts/RelativeTime';
import type { ConnectionRow } from '../../resources/connections/queries';
import { useIsOffered, usePlatformName, useViewer } from '../../viewer/viewer';
import { notOffered, tokenWords } from '../../words/states';
import { ConnectionActions } from './ConnectionActions';

/** One channel: its health, its numbers, and what can be done. */
export function ConnectionCard({ connection }: { connection: ConnectionRow }) {
  const { may } = useViewer();
  const platformName = usePlatformName();
  const isOffered = useIsOffered();
  const { id, name, platform, isActive, tokenStatus, metadata, createdAt } = connection;
  const { label, color, advice } = tokenWords[tokenStatus];
  return (
    <Paper component="article" aria-labelledby={id}>
      <Stack gap="sm">
        <Group wrap="nowrap" align="flex-start">
          <Avatar name={name} alt="" radius="xl" variant="default" />
          <Box miw={0} flex={1}>
            <Title order={2} id={id} className="breakable">
              {name}
            </Title>
            <Text size="sm" c="dimmed" className="breakable">
              {platformName(platform)}
              {metadata.handle !== null && `, ${metadata.handle}`}
            </Text>
          </Box>
        </Group>
        <Group gap="xs">
          <Badge color={isActive ? 'teal' : 'gray'}>{isActive ? 'Active' : 'Deactivated'}</Badge>
          <Badge color={color}>{label}</Badge>
        </Group>
        <Text size="sm" component="div">
          {advice}
          {tokenStatus === 'valid' && <Lasting connection={connection} />}
          {!isActive && ' Nothing is published to it until it is activated.'}
        </Text>
        {!isOffered(platform) && <Text size="sm">{notOffered}</Text>}
        <Text size="sm" c="dimmed" className="tabular" component="div">
          {numbersOf(metadata)} Connected <RelativeTime at={createdAt} />.{' '}
          <TextLink to="/assignments" search={{ connectionId: id }} size="sm">
            Its assignments
          </TextLink>
        </Text>
        <ConnectionActions connection={connection} mayManage={may('connection.manage')} />
      </Stack>
    </Paper>
  );
}

/** How long the access lasts: some platforms end it at a time that no renewal moves. */
function Lasting({ connection: { tokenExpiresAt, accessEndsAt } }: { connection: ConnectionRow }) {
  if (accessEndsAt !== null)
    return (
      <>
        The access ends <RelativeTime at={accessEndsAt} />: connect again before then.{' '}
      </>
    );
  return (
    tokenExpiresAt !== null && (
      <>
        Renewed by itself, next <RelativeTime at={tokenExpiresAt} />.{' '}
      </>
    )
  );
}

/** The platform's counters, in words. */
function numbersOf({ subscribers, views, posts }: ConnectionRow['metadata']): string {
  const counts = { subscribers, views, posts };
  const known = Object.entries(counts).flatMap(([name, count]) =>
    count === null ? [] : [`${count.toLocaleString('en')} ${name}`],
  );
  return known.length === 0 ? '' : `${known.join(', ')}.`;
}
