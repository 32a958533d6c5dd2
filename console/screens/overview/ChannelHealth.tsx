import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { TextLink } from '../../parts/links';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { endsSoon, needsAttention } from '../../resources/connections/attention';
import { connectionsQuery } from '../../resources/connections/queries';
import type { ConnectionRow } from '../../resources/connections/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/overview';
import { tokenWords } from '../../words/states';

const shownMax = 5;

/** The channels that work, and the channels that need a person to act. */
export function ChannelHealth() {
  const { data, error, refetch } = useQuery(connectionsQuery);
  return (
    <Section
      id="channels"
      title={texts.channels}
      aside={
        <TextLink to="/connections" size="sm">
          {texts.manageChannels}
        </TextLink>
      }
    >
      {data ? (
        <Health connections={data.items} />
      ) : (
        !error && <Skeleton height={60} role="status" aria-label={labels.loading} />
      )}
      {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
    </Section>
  );
}

function Health({ connections }: { connections: readonly ConnectionRow[] }) {
  const troubled = connections.filter(needsAttention);
  const working = connections.length - troubled.length;
  return (
    <>
      <Text size="sm">
        {connections.length === 0
          ? texts.noChannels
          : troubled.length === 0
            ? texts.channelsWork(working)
            : texts.channelsTroubled(working, troubled.length)}
      </Text>
      {troubled.slice(0, shownMax).map((connection) => (
        <Text key={connection.id} size="sm" className="breakable" component="div">
          <b>{connection.name}</b>: <Trouble connection={connection} />
        </Text>
      ))}
      {troubled.length > shownMax && (
        <TextLink to="/connections" size="sm">
          {texts.moreChannels(troubled.length - shownMax)}
        </TextLink>
      )}
    </>
  );
}

function Trouble({ connection }: { connection: ConnectionRow }) {
  const { isActive, tokenStatus, accessEndsAt } = connection;
  if (!isActive) return texts.deactivated;
  if (accessEndsAt !== null && endsSoon(connection))
    return (
      <>
        {texts.accessEnds.before} <RelativeTime at={accessEndsAt} />. {texts.accessEnds.after}
      </>
    );
  return `${tokenWords[tokenStatus].label}. ${tokenWords[tokenStatus].advice}`;
}
