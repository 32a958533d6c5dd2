import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { TextLink } from '../../parts/links';
import { Section } from '../../parts/Section';
import { useNow } from '../../parts/useNow';
import { statusQuery } from '../../resources/billing/queries';
import { connectionsQuery } from '../../resources/connections/queries';
import { labels } from '../../texts/labels';
import { texts as catalogue } from '../../texts/screens/overview';
import { ChannelMatter, CreditsMatter, PostMatter, WebhookMatter } from './matters';
import { failedQuery, failedWebhooksQuery } from './queries';
import { isLow, lostWebhook, wrongOf } from './wrong';

const texts = catalogue.wrong;
const shownMax = 4;
const stepMs = 60_000;
/** Of the calm line, in pixels. */
const calmHeight = 24;

/** All that is read to say whether something is wrong. */
export function useWrong() {
  const failed = useQuery(failedQuery);
  const connections = useQuery(connectionsQuery);
  const status = useQuery(statusQuery);
  const webhooks = useQuery(failedWebhooksQuery);
  const nowMs = useNow(stepMs);
  const reads = [failed, connections, status, webhooks];
  return {
    ...wrongOf(itemsOf(failed), itemsOf(connections)),
    total: failed.data?.total ?? 0,
    isTotalExact: failed.data?.isTotalExact ?? true,
    balance: status.data && isLow(status.data) ? status.data.balance : null,
    webhook: lostWebhook(itemsOf(webhooks), nowMs),
    /** The parts below have faults of their own for the rest. */
    error: failed.error,
    retry: () => void failed.refetch(),
    isUnread: reads.some(({ data, error }) => data === undefined && !error),
    isWhole: reads.every(({ data }) => data !== undefined),
  };
}

function itemsOf<Item>({ data }: { data: { items: readonly Item[] } | undefined }): readonly Item[] {
  return data?.items ?? [];
}

/** Whether anything is wrong, each with the one button that mends it. Where nothing is, one line says so. */
export function WhatIsWrong({ wrong }: { wrong: ReturnType<typeof useWrong> }) {
  const { channels, posts, total, isTotalExact, balance, webhook, error, retry, isUnread, isWhole } = wrong;
  if (isUnread)
    return (
      <Paper>
        <Skeleton height={calmHeight} role="status" aria-label={labels.loading} />
      </Paper>
    );
  const isCalm = channels.length === 0 && posts.length === 0 && balance === null && !webhook && !error;
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
        <InPieces>
          {channels.map((channel) => (
            <ChannelMatter key={channel.connection.id} channel={channel} />
          ))}
          {balance !== null && <CreditsMatter balance={balance} />}
          {webhook && <WebhookMatter webhook={webhook} />}
          {posts.slice(0, shownMax).map((post) => (
            <PostMatter key={post.id} post={post} />
          ))}
        </InPieces>
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
