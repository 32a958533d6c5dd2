import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RemovalMode } from '../../../../domain/platform';
import { api } from '../../../http/client';
import { FaultAlert } from '../../../parts/FaultAlert';
import { openRemovalModes } from '../../../resources/assignments/lock';
import { labels } from '../../../texts/labels';
import { texts } from '../../../texts/screens/assignment';
import type { ActProps } from './act';
import { useChangeDialog } from './useChangeDialog';

const words = texts.unpublish;

/** Takes the public post down, after the consequences were said. */
export function UnpublishButton({ assignment, onDone, look }: ActProps) {
  const { id } = assignment;
  const modes = openRemovalModes(assignment);
  const [chosen, setChosen] = useState<RemovalMode | null>(null);
  const mode = modes.find((one) => one === chosen) ?? modes[0];
  const {
    isOpen,
    begin,
    leave,
    change: unpublish,
  } = useChangeDialog({
    send: async (wanted: RemovalMode) => api.unpublishAssignment({ assignmentId: id, mode: wanted }),
    done: (wanted) => words.begun[wanted],
    onDone,
  });
  if (mode === undefined && !isOpen) return null;
  return (
    <>
      <Button onClick={begin} {...look}>
        {words.label}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={words.title}>
        <Stack>
          {modes.length > 1 && (
            <Radio.Group
              value={mode ?? null}
              onChange={(value) => setChosen(modes.find((one) => one === value) ?? null)}
              aria-label={words.title}
            >
              <Stack gap="xs">
                {modes.map((one) => (
                  <Radio key={one} value={one} label={words.modes[one]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Text size="sm">{mode === undefined ? words.over : words.consequences[mode]}</Text>
          {unpublish.isError && <FaultAlert error={unpublish.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} disabled={unpublish.isPending}>
              {labels.cancel}
            </Button>
            <Button
              color="red"
              loading={unpublish.isPending}
              disabled={mode === undefined}
              onClick={() => mode !== undefined && unpublish.mutate(mode)}
            >
              {mode === undefined ? words.label : words.act[mode]}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
