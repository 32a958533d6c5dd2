import { Button, Drawer, Group, NativeSelect, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import { DateField } from '../../parts/form/DateField';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/assignments';
import { useViewer } from '../../viewer/viewer';
import { statusWords, typeWords } from '../../words/states';
import type { Filters, SetFilter } from './filters';

interface Props {
  filters: Filters;
  isOpen: boolean;
  set: SetFilter;
  onClear: () => void;
  onClose: () => void;
  /** Is called when it is out of sight. */
  onClosed: () => void;
}

const any = { value: '', label: texts.any };
const phone = '(max-width: 48em)';
/** Of all fields: the list above them stays in sight. */
const phoneHeight = '27rem';

/** All filters of the list: at the side of the window, on a phone at its lower end. Each one applies at once. */
export function FilterSheet({ filters, isOpen, set, onClear, onClose, onClosed }: Props) {
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      title={texts.filtersTitle}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? phoneHeight : 'sm'}
      closeButtonProps={{ 'aria-label': labels.close }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack gap="sm">
        <Fields filters={filters} set={set} />
        <Group justify="space-between" mt="xs">
          <Button variant="subtle" onClick={onClear}>
            {texts.clearFilters}
          </Button>
          <Button onClick={onClose}>{texts.showPosts}</Button>
        </Group>
      </Stack>
    </Drawer>
  );
}

function Fields({ filters, set }: Pick<Props, 'filters' | 'set'>) {
  const { platforms } = useViewer();
  const channels = useChannelChoices(any.label, filters.connectionId);
  return (
    <>
      <NativeSelect
        label={labels.status}
        value={filters.status ?? ''}
        onChange={(event) => set('status', event.currentTarget.value)}
        data={[any, ...assignmentStatuses.map((value) => ({ value, label: statusWords[value].label }))]}
        data-autofocus
      />
      <NativeSelect
        label={labels.channel}
        value={filters.connectionId ?? ''}
        onChange={(event) => set('connectionId', event.currentTarget.value)}
        data={channels}
      />
      <Group grow gap="sm">
        <NativeSelect
          label={labels.type}
          value={filters.type ?? ''}
          onChange={(event) => set('type', event.currentTarget.value)}
          data={[any, ...contentTypes.map((value) => ({ value, label: typeWords[value] }))]}
        />
        <NativeSelect
          label={labels.platform}
          value={filters.platform ?? ''}
          onChange={(event) => set('platform', event.currentTarget.value)}
          data={[any, ...platforms.map(({ slug, name }) => ({ value: slug, label: name }))]}
        />
      </Group>
      <Group grow gap="sm">
        <DateField
          label={texts.createdFrom}
          day={filters.dateFrom ?? ''}
          onChange={(day, isRefined) => set('dateFrom', day, isRefined)}
        />
        <DateField
          label={texts.createdBefore}
          day={filters.dateTo ?? ''}
          onChange={(day, isRefined) => set('dateTo', day, isRefined)}
        />
      </Group>
    </>
  );
}
