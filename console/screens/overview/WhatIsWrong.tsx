import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { FaultAlert } from '../../parts/FaultAlert';
import { ButtonLink, TextLink } from '../../parts/links';
import { ChannelPicture } from '../../parts/picture/ChannelPicture';
import { PostPicture } from '../../parts/picture/PostPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { StatusIcon } from '../../parts/StatusBadge';
import { NextActionButton } from '../../resources/assignments/NextActionButton';
import type { AssignmentRow } from '../../resources/assignments/list';
import { titleOf } from '../../resources/assignments/titleOf';
import { endsSoon } from '../../resources/connections/attention';
import { MendChannel } from '../../resources/connections/MendChannel';
import { connectionsQuery } from '../../resources/connections/queries';
import { statusQuery } from '../../resources/billing/queries';
import { labels } from '../../texts/labels';
import { texts as catalogue } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { failureWords } from '../../words/failures';
import { tokenWords } from '../../words/states';
import { failedQuery } from './queries';
import { isLow, wrongOf } from './wrong';
import type { WrongChannel } from './wrong';

const texts = catalogue.wrong;
const shownMax = 4;
/** Of the calm line, in pixels. */
const calmHeight = 24;

/** All that is read to say whether something is wrong. */
export function useWrong() {
  const failed = useQuery(failedQuery);
  const connections = useQuery(connectionsQuery);
  const status = useQuery(statusQuery);
  const reads = [failed, connections, status];
  return {
    ...wrongOf(failed.data?.items ?? [], connections.data?.items ?? []),
    total: failed.data?.total ?? 0,
    isTotalExact: failed.data?.isTotalExact ?? true,
    balance: status.data && isLow(status.data) ? status.data.balance : null,
    /** The parts below have faults of their own for the rest. */
    error: failed.error,
    retry: () => void failed.refetch(),
    isUnread: reads.some(({ data, error }) => data === undefined && !error),
    isWhole: reads.every(({ data }) => data !== undefined),
  };
}

/** Whether anything is wrong, each with the one button that mends it. Where nothing is, one line says so. */
export function WhatIsWrong({ wrong }: { wrong: ReturnType<typeof useWrong> }) {
  const { channels, posts, total, isTotalExact, balance, error, retry, isUnread, isWhole } = wrong;
  if (isUnread)
    return (
      <Paper>
        <Skeleton height={calmHeight} role="status" aria-label={labels.loading} />
      </Paper>
    );
  const isCalm = channels.length === 0 && posts.length === 0 && balance === null && !error;
  if (isCalm) return <Calm text={isWhole ? texts.nothing : texts.nothingKnown} />;
  return (
    <Section
      id="wrong"
      title={texts.title}
      aside={
        total > Math.min(posts.length, shownMax) && (
          <TextLink to="/assignments" search={{ status: 'failed' }} size="sm">
            {texts.allFailed(total, isTotalExact)}
          </TextLink>
        )
      }
    >
      <Stack component="ul" role="list" gap="sm" className="matters">
        {channels.map((channel) => (
          <ChannelMatter key={channel.connection.id} channel={channel} />
        ))}
        {balance !== null && <CreditsMatter balance={balance} />}
        {posts.slice(0, shownMax).map((post) => (
          <PostMatter key={post.id} post={post} />
        ))}
      </Stack>
      {error && <FaultAlert error={error} onRetry={retry} />}
    </Section>
  );
}

function Calm({ text }: { text: string }) {
  return (
    <Paper component="section" aria-label={texts.title}>
      <Group gap="xs" wrap="nowrap">
        <CircleCheck aria-hidden size={20} color="var(--status-published)" />
        <Text size="sm">{text}</Text>
      </Group>
    </Paper>
  );
}

interface MatterProps {
  picture: ReactNode;
  title: ReactNode;
  reason: ReactNode;
  button: ReactNode;
}

function Matter({ picture, title, reason, button }: MatterProps) {
  return (
    <li className="matter">
      <span className="matter-picture">{picture}</span>
      <Box className="breakable">
        {title}
        <Text size="sm" c="dimmed" component="div">
          {reason}
        </Text>
      </Box>
      <div className="matter-button">{button}</div>
    </li>
  );
}

const look = { size: 'xs' } as const;

function PostMatter({ post }: { post: AssignmentRow }) {
  const { id, errors, connection, publishedAt, scheduledAt, createdAt } = post;
  const [cause] = errors;
  return (
    <Matter
      picture={<PostPicture post={post} />}
      title={
        <TextLink to="/assignments/$assignmentId" params={{ assignmentId: id }} size="sm" fw={600} lineClamp={1}>
          {titleOf(post)}
        </TextLink>
      }
      reason={
        <>
          <span className="matter-status">
            <StatusIcon status="failed" />
          </span>{' '}
          {texts.failed(cause && failureWords(cause.code).name)} {connection.name},{' '}
          <RelativeTime at={publishedAt ?? scheduledAt ?? createdAt} />
        </>
      }
      button={<NextActionButton post={post} {...look} />}
    />
  );
}

function ChannelMatter({ channel: { connection, posts } }: { channel: WrongChannel }) {
  const { name, platform, isActive, tokenStatus, accessEndsAt } = connection;
  return (
    <Matter
      picture={<ChannelPicture channel={connection} platform={platform} size={40} />}
      title={
        <TextLink to="/connections" search={{ search: name }} size="sm" fw={600} lineClamp={1}>
          {name}
        </TextLink>
      }
      reason={
        <>
          {isActive && accessEndsAt !== null && endsSoon(connection) ? (
            <>
              {texts.accessEnds} <RelativeTime at={accessEndsAt} />.
            </>
          ) : (
            texts.channel(isActive ? tokenWords[tokenStatus].label : catalogue.channels.off)
          )}
          {posts > 0 && ` ${texts.waitingPosts(posts)}`}
        </>
      }
      button={<MendChannel connection={connection} {...look} />}
    />
  );
}

function CreditsMatter({ balance }: { balance: number }) {
  const mayBuy = useViewer().may('finance.manage');
  return (
    <Matter
      picture={<Coins aria-hidden size={24} />}
      title={
        <Text size="sm" fw={600}>
          {texts.credits(balance)}
        </Text>
      }
      reason={mayBuy ? texts.creditsReason : texts.creditsAsk}
      button={
        mayBuy && (
          <ButtonLink to="/billing" {...look}>
            {texts.buyCredits}
          </ButtonLink>
        )
      }
    />
  );
}
