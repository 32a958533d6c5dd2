import { NativeSelect, SimpleGrid } from '@mantine/core';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import { DateField } from '../../parts/form/DateField';
import { SearchField } from '../../parts/form/SearchField';
import { readWord } from '../../parts/readText';
import type { AssignmentSearch } from '../../resources/assignments/list';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
import { useViewer } from '../../viewer/viewer';
import { statusWords, typeWords } from '../../words/states';
import { sortWords } from './search';

interface Props {
  search: Omit<AssignmentSearch, 'page'>;
  /** @param replace true: it is no step of the browser's history */
  onChange: (search: AssignmentSearch, replace: boolean) => void;
}

/** The filters of the list. */
export function AssignmentFilters({ search, onChange }: Props) {
  const channels = useChannelChoices(any.label, search.connectionId);
  const { platforms } = useViewer();
  const set = (name: keyof Props['search'], value: string, replace = false) => {
    const { [name]: _replaced, ...others } = search;
    onChange({ ...others, ...(value !== '' && { [name]: value }) }, replace);
  };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="xs">
      <SearchField
        placeholder="Title or external id"
        searched={search.search ?? ''}
        onSearch={(words, isRefined) => set('search', words, isRefined)}
      />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => set('status', event.currentTarget.value)}
        data={[any, ...assignmentStatuses.map((value) => ({ value, label: statusWords[value].label }))]}
      />
      <NativeSelect
        label="Type"
        value={search.type ?? ''}
        onChange={(event) => set('type', event.currentTarget.value)}
        data={[any, ...contentTypes.map((value) => ({ value, label: typeWords[value] }))]}
      />
      <NativeSelect
        label="Platform"
        value={search.platform ?? ''}
        onChange={(event) => set('platform', event.currentTarget.value)}
        data={[any, ...platforms.map(({ slug, name }) => ({ value: slug, label: name }))]}
      />
      <NativeSelect
        label="Channel"
        value={search.connectionId ?? ''}
        onChange={(event) => set('connectionId', event.currentTarget.value)}
        data={channels}
      />
      <DateField
        label="Created from"
        day={search.dateFrom ?? ''}
        onChange={(day, isRefined) => set('dateFrom', day, isRefined)}
      />
      <DateField
        label="Created before"
        day={search.dateTo ?? ''}
        onChange={(day, isRefined) => set('dateTo', day, isRefined)}
      />
      <NativeSelect
        label="Order"
        value={search.sort ?? '-createdAt'}
        onChange={(event) => set('sort', readWord(event.currentTarget.value, orders) ?? '')}
        data={Object.entries(sortWords).map(([value, label]) => ({ value, label }))}
      />
    </SimpleGrid>
  );
}

const any = { value: '', label: 'Any' };
const orders = Object.keys(sortWords);
