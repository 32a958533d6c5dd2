import { Box, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecentPosts as Posts } from '../../../api/stats/consoleSchema';
import { rawFigures } from '../../../domain/statistics/readings';
import type { RawFigure } from '../../../domain/statistics/readings';
import { TextLink } from '../../parts/links';
import { PostPicture } from '../../parts/picture/PostPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { titleOf } from '../../resources/assignments/titleOf';
import { count } from '../../texts/amounts';
import { texts } from '../../texts/screens/analytics';
import { typeWords } from '../../words/states';

interface Props {
  post: Pick<
    Posts['items'][number],
    'id' | 'title' | 'type' | 'platform' | 'thumbnailUrl' | 'connection' | 'publishedAt'
  >;
  /** Null: they are not known. */
  figures: Readonly<Record<RawFigure, number>> | null;
  /** Behind the kind and the channel of the post. */
  children?: ReactNode;
}

/** The cells of a published post in a table: its picture, its name, its time and its figures. */
export function PostCells({ post, figures, children }: Props) {
  const { id, title, type, connection, publishedAt } = post;
  return (
    <>
      <Table.Td maw={380}>
        <Group gap="sm" wrap="nowrap">
          <PostPicture post={post} />
          <Box miw={0}>
            <TextLink
              to="/assignments/$assignmentId"
              params={{ assignmentId: id }}
              size="sm"
              fw={500}
              className="breakable"
            >
              {titleOf({ title, type })}
            </TextLink>
            <Text size="xs" c="dimmed" component="div" className="breakable">
              {typeWords[type]}, {connection.name}
              {children}
            </Text>
          </Box>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm" component="div">
          <RelativeTime at={publishedAt} />
        </Text>
      </Table.Td>
      {rawFigures.map((figure) => (
        <Table.Td key={figure} className="tabular">
          {figures ? count(figures[figure]) : texts.unknown}
        </Table.Td>
      ))}
    </>
  );
}
