import { NativeSelect, SimpleGrid } from '@mantine/core';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import { DateField } from '../../parts/form/DateField';
import { SearchField } from '../../parts/form/SearchField';
import { readWord } from '../../parts/readText';
import type { AssignmentSearch } from '../../resources/assignments/list';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
import { texts } from '../../texts/screens/assignments';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { statusWords, typeWords } from '../../words/states';
import { sorts } from './search';

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
        placeholder={texts.searchHint}
        searched={search.search ?? ''}
        onSearch={(words, isRefined) => set('search', words, isRefined)}
      />
      <NativeSelect
        label={labels.status}
        value={search.status ?? ''}
        onChange={(event) => set('status', event.currentTarget.value)}
        data={[any, ...assignmentStatuses.map((value) => ({ value, label: statusWords[value].label }))]}
      />
      <NativeSelect
        label={labels.type}
        value={search.type ?? ''}
        onChange={(event) => set('type', event.currentTarget.value)}
        data={[any, ...contentTypes.map((value) => ({ value, label: typeWords[value] }))]}
      />
      <NativeSelect
        label={labels.platform}
        value={search.platform ?? ''}
        onChange={(event) => set('platform', event.currentTarget.value)}
        data={[any, ...platforms.map(({ slug, name }) => ({ value: slug, label: name }))]}
      />
      <NativeSelect
        label={labels.channel}
        value={search.connectionId ?? ''}
        onChange={(event) => set('connectionId', event.currentTarget.value)}
        data={channels}
      />
      <DateField
        label={texts.createdFrom}
        day={search.dateFrom ?? ''}
        onChange={(day, isRefined) => set('dateFrom', day, isRefined)}
      />
      <DateField
        label={texts.createdBefore}
        day={search.dateTo ?? ''}
        onChange={(day, isRefined) => set('dateTo', day, isRefined)}
      />
      <NativeSelect
        label={texts.sortBy}
        value={search.sort ?? '-createdAt'}
        onChange={(event) => set('sort', readWord(event.currentTarget.value, sorts) ?? '')}
        data={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
      />
    </SimpleGrid>
  );
}

const any = { value: '', label: texts.any };
