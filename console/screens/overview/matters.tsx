import { Box, Text } from '@mantine/core';
import { Coins, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../../../api/webhooks/schema';
import { ButtonLink, TextLink } from '../../parts/links';
import { ChannelPicture } from '../../parts/picture/ChannelPicture';
import { PostPicture } from '../../parts/picture/PostPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { StatusIcon } from '../../parts/StatusBadge';
import { NextActionButton } from '../../resources/assignments/NextActionButton';
import type { AssignmentRow } from '../../resources/assignments/list';
import { titleOf } from '../../resources/assignments/titleOf';
import { endsSoon } from '../../resources/connections/attention';
import { MendChannel } from '../../resources/connections/MendChannel';
import { texts as catalogue } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { failureWords } from '../../words/failures';
import { tokenWords } from '../../words/states';
import type { WrongChannel } from './wrong';

const texts = catalogue.wrong;

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

export function PostMatter({ post }: { post: AssignmentRow }) {
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

export function ChannelMatter({ channel: { connection, posts } }: { channel: WrongChannel }) {
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

export function CreditsMatter({ balance }: { balance: number }) {
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

/** The newest of the webhooks that their receiver did not take. */
export function WebhookMatter({ webhook: { url, lastAttemptAt, lastError } }: { webhook: WebhookDelivery }) {
  return (
    <Matter
      picture={<Webhook aria-hidden size={24} />}
      title={
        <Text size="sm" fw={600}>
          {texts.webhooks}
        </Text>
      }
      reason={
        <>
          {texts.webhook(new URL(url).host, lastError)}
          {lastAttemptAt !== null && (
            <>
              , <RelativeTime at={lastAttemptAt} />
            </>
          )}
        </>
      }
      button={
        <ButtonLink to="/webhooks" search={{ status: 'failed' }} {...look}>
          {texts.viewWebhooks}
        </ButtonLink>
      }
    />
  );
}
