import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { publishCredits } from '../../../../domain/credits';
import { api } from '../../../http/client';
import { FaultAlert } from '../../../parts/FaultAlert';
import { labels } from '../../../texts/labels';
import { texts } from '../../../texts/screens/assignment';
import type { ActProps } from './act';
import { useChangeDialog } from './useChangeDialog';

type Outcome = 'published' | 'notPublished';
const words = texts.resolve;

/** Ends the open outcome of a post, by the observation of the user on the channel. */
export function ResolveButton({ assignment: { id, type, isResolvable }, onDone, look }: ActProps) {
  const [outcome, setOutcome] = useState<Outcome>('published');
  const [postId, setPostId] = useState('');
  const {
    isOpen,
    begin,
    leave,
    change: resolve,
  } = useChangeDialog({
    send: async () =>
      api.resolveAssignment({
        assignmentId: id,
        outcome,
        ...(outcome === 'published' && { platformPostId: postId.trim() }),
      }),
    done: () => words.done[outcome],
    onDone,
  });
  if (!isResolvable && !isOpen) return null;
  return (
    <>
      <Button onClick={begin} {...look}>
        {words.label}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={words.title}>
        <Stack>
          <Text size="sm">{words.question}</Text>
          <Radio.Group
            value={outcome}
            onChange={(value) => setOutcome(value === 'published' ? value : 'notPublished')}
            aria-label={words.title}
          >
            <Stack gap="xs">
              <Radio value="published" label={words.published(publishCredits[type])} />
              <Radio value="notPublished" label={words.notPublished} />
            </Stack>
          </Radio.Group>
          {outcome === 'published' && (
            <TextInput
              label={words.postId}
              description={words.postIdHint}
              value={postId}
              onChange={({ currentTarget }) => setPostId(currentTarget.value)}
            />
          )}
          {resolve.isError && <FaultAlert error={resolve.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} disabled={resolve.isPending}>
              {labels.cancel}
            </Button>
            <Button
              loading={resolve.isPending}
              disabled={outcome === 'published' && postId.trim() === ''}
              onClick={() => resolve.mutate()}
            >
              {words.label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
