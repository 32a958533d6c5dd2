import { Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { TextLink } from '../../parts/links';
import { ChannelPicture } from '../../parts/picture/ChannelPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { endsSoon } from '../../resources/connections/attention';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/connections';
import { useIsOffered, usePlatformName, useViewer } from '../../viewer/viewer';
import { notOffered, tokenWords } from '../../words/states';
import { ConnectionActions } from './ConnectionActions';
import { MissingFeatures } from './MissingFeatures';

/** One channel: its health, its numbers, and the actions on it. */
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
          <ChannelPicture channel={connection} platform={platform} size={40} />
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
          <Badge color={isActive ? 'teal' : 'gray'}>{isActive ? texts.active : texts.inactive}</Badge>
          <Badge color={color}>{label}</Badge>
        </Group>
        <Text size="sm" component="div">
          {advice}
          {tokenStatus === 'valid' && <Lasting connection={connection} />}
          {!isActive && ` ${texts.inactiveHint}`}
        </Text>
        {!isOffered(platform) && <Text size="sm">{notOffered}</Text>}
        <Text size="sm" c="dimmed" className="tabular" component="div">
          {numbersOf(metadata)} {texts.connected} <RelativeTime at={createdAt} />.{' '}
          <TextLink to="/assignments" search={{ connectionId: id }} size="sm">
            {texts.viewPosts}
          </TextLink>
        </Text>
        <MissingFeatures connection={connection} mayManage={may('connection.manage')} />
        <ConnectionActions connection={connection} mayManage={may('connection.manage')} />
      </Stack>
    </Paper>
  );
}

/** How long the access lasts: some platforms end it at a time that no renewal moves. */
function Lasting({ connection }: { connection: ConnectionRow }) {
  const { tokenExpiresAt, accessEndsAt } = connection;
  if (accessEndsAt !== null)
    return (
      <>
        {texts.accessEnds} <RelativeTime at={accessEndsAt} />
        {texts.accessEndsHint} {endsSoon(connection) && `${texts.accessEndsOften} `}
      </>
    );
  return (
    tokenExpiresAt !== null && (
      <>
        {texts.renewal} <RelativeTime at={tokenExpiresAt} />.{' '}
      </>
    )
  );
}

/** The platform's counters, in words. */
function numbersOf({ subscribers, views, posts }: ConnectionRow['metadata']): string {
  const known = [
    subscribers === null ? [] : texts.counters.subscribers(subscribers),
    views === null ? [] : texts.counters.views(views),
    posts === null ? [] : texts.counters.posts(posts),
  ].flat();
  return known.length === 0 ? '' : `${known.join(', ')}.`;
}
