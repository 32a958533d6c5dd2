import './assignments.css';
import { Box, Checkbox, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { TextLink } from '../../parts/links';
import { ScrollTable } from '../../parts/list/ScrollTable';
import { ChannelPicture } from '../../parts/picture/ChannelPicture';
import { PostPicture } from '../../parts/picture/PostPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { StatusBadge } from '../../parts/StatusBadge';
import type { AssignmentRow } from '../../resources/assignments/list';
import { NextActionButton } from '../../resources/assignments/NextActionButton';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts } from '../../texts/screens/assignments';
import { texts as states } from '../../texts/states';
import { labels } from '../../texts/labels';
import { usePlatformName } from '../../viewer/viewer';
import { failureWords } from '../../words/failures';
import { isStopped, typeWords } from '../../words/states';

const minWidth = 760;
const columns = [texts.postColumn, labels.channel, labels.status, texts.dateColumn, texts.nextColumn];

interface Props {
  items: readonly AssignmentRow[];
  /** Ids of the selected rows. */
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

export function AssignmentTable({ items, selected, onSelect }: Props) {
  const all = (
    <Checkbox
      label={texts.selectAll}
      checked={selected.size === items.length}
      indeterminate={selected.size > 0 && selected.size < items.length}
      onChange={(event) =>
        onSelect(
          items.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
  );
  const rows = items.map((row) => (
    <Table.Tr key={row.id} {...(selected.has(row.id) && { bg: 'var(--mantine-color-default-hover)' })}>
      <Table.Td>
        <Checkbox
          aria-label={texts.select(titleOf(row))}
          checked={selected.has(row.id)}
          onChange={(event) => onSelect([row.id], event.currentTarget.checked)}
        />
      </Table.Td>
      <Cells row={row} />
    </Table.Tr>
  ));
  return (
    <ScrollTable className="assignments" caption={texts.tableCaption} columns={columns} lead={all} minWidth={minWidth}>
      {rows}
    </ScrollTable>
  );
}

/** The content of a row, drawn again only when the row changes: not by a click that selects rows or turns the page. */
const Cells = memo(function Cells({ row }: { row: AssignmentRow }) {
  const platformName = usePlatformName();
  return (
    <>
      <Table.Td maw={400} miw={240}>
        <Group gap="sm" wrap="nowrap">
          <PostPicture post={row} />
          <div>
            <TextLink
              to="/assignments/$assignmentId"
              params={{ assignmentId: row.id }}
              size="sm"
              fw={600}
              lineClamp={2}
            >
              {titleOf(row)}
            </TextLink>
            <Text size="xs" c="dimmed">
              {typeWords[row.type]}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td maw={220}>
        <Group gap="xs" wrap="nowrap">
          <ChannelPicture channel={row.connection} platform={row.platform} />
          <Box miw={0}>
            <Text size="sm" truncate title={row.connection.name}>
              {row.connection.name}
            </Text>
            <Text size="xs" c="dimmed">
              {platformName(row.platform)}
            </Text>
          </Box>
        </Group>
      </Table.Td>
      <Table.Td>
        <Status row={row} />
      </Table.Td>
      <Table.Td>
        <When row={row} />
      </Table.Td>
      <Table.Td>
        <NextActionButton post={row} size="compact-sm" variant="default" />
      </Table.Td>
    </>
  );
});

function Status({ row: { status, errors, progress, removal } }: { row: AssignmentRow }) {
  const share = progress?.bytesTotal ? (100 * progress.bytesTransferred) / progress.bytesTotal : null;
  return (
    <Stack gap={4}>
      <Group>
        <StatusBadge status={status} />
      </Group>
      {share !== null && <Progress value={share} size="sm" aria-label={texts.uploadProgress} />}
      {removal && (
        <Text size="xs" c={removal.status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {states.removals[removal.status][removal.mode]}
        </Text>
      )}
      {errors.map(({ code }) => (
        <Text key={code} size="xs" c="var(--mantine-color-error)" maw={160}>
          {failureWords(code).name}
        </Text>
      ))}
    </Stack>
  );
}

function When({ row: { status, publishedAt, scheduledAt, createdAt } }: { row: AssignmentRow }) {
  const [word, at] = publishedAt
    ? [texts.published, publishedAt]
    : scheduledAt
      ? [isStopped(status) ? texts.wasScheduled : texts.scheduled, scheduledAt]
      : [texts.created, createdAt];
  return (
    <>
      <Text size="xs" c="dimmed">
        {word}
      </Text>
      <Text size="sm">
        <RelativeTime at={at} />
      </Text>
    </>
  );
}
