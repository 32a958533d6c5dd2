import { Button, Group, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { ButtonLink, TextLink } from '../../parts/links';
import { Section } from '../../parts/Section';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts as catalogue } from '../../texts/screens/compose';
import { faultWords } from '../../words/faults';
import { unsentOf } from './draft';
import type { Draft } from './draft';

const texts = catalogue.sent;

interface Props {
  /** The chosen channels. */
  channels: readonly ConnectionRow[];
  draft: Draft;
  /** Why a channel did not get the post: channel to error. */
  faults: Readonly<Record<string, unknown>>;
  isSending: boolean;
  onBegin: () => void;
}

/** The outcome of sending, channel by channel; empty before anything was sent. */
export function SendReport({ channels, draft, faults, isSending, onBegin }: Props) {
  const { isFinished } = draft;
  const known = channels.filter(({ id }) => draft.sent[id] !== undefined || faults[id] !== undefined);
  if (known.length === 0 && !isFinished) return null;
  return (
    <Section id="sent" title={isFinished ? texts.finishedTitle(known.length) : texts.title}>
      <Stack gap="xs" role="status">
        {known.map((channel) => (
          <ChannelReport
            key={channel.id}
            name={channel.name}
            assignmentId={draft.sent[channel.id]}
            isOutdated={draft.outdated.includes(channel.id)}
            fault={faults[channel.id]}
          />
        ))}
      </Stack>
      {!isFinished && !isSending && (
        <Text size="sm" c="dimmed">
          {texts.draftKept} {unsentOf(draft, channels).length > 0 ? texts.retryHint : texts.noneLeftHint}
        </Text>
      )}
      {isFinished && (
        <Group>
          <Button onClick={onBegin}>{texts.composeAnother}</Button>
          <ButtonLink to="/assignments" variant="default">
            {texts.viewAll}
          </ButtonLink>
        </Group>
      )}
    </Section>
  );
}

interface ChannelReportProps {
  name: string;
  assignmentId: string | undefined;
  isOutdated: boolean;
  fault: unknown;
}

function ChannelReport({ name, assignmentId, isOutdated, fault }: ChannelReportProps) {
  if (assignmentId !== undefined && isOutdated)
    return (
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TriangleAlert aria-hidden size={18} color="var(--mantine-color-yellow-filled)" />
        <Text size="sm" className="breakable">
          {name}: {texts.outdated}{' '}
          <TextLink to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
            {texts.openOutdated}
          </TextLink>
          .
        </Text>
      </Group>
    );
  if (assignmentId !== undefined)
    return (
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <CircleCheck aria-hidden size={18} color="var(--mantine-color-teal-filled)" />
        <Text size="sm" className="breakable">
          {name}:{' '}
          <TextLink to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
            {texts.view}
          </TextLink>
        </Text>
      </Group>
    );
  const { title, advice } = faultWords(fault);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <CircleX aria-hidden size={18} color="var(--mantine-color-error)" />
      <Text size="sm" className="breakable">
        {name}: {title}. {advice}
      </Text>
    </Group>
  );
}
