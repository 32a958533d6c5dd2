import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { SearchField } from '../../parts/form/SearchField';
import { lazyPart } from '../../parts/lazyPart';
import { FilterChips } from '../../parts/list/FilterChips';
import { readWord } from '../../parts/readText';
import { texts } from '../../texts/screens/assignments';
import { useChips } from './filters';
import type { Filters, SetFilter } from './filters';
import { sorts } from './search';

const FilterSheet = lazyPart(async () => (await import('./FilterSheet')).FilterSheet);

interface Props {
  search: Filters;
  /** @param replace true: it is no step of the browser's history */
  onChange: (search: Filters, replace: boolean) => void;
}

/** The words that are searched for, the order, and all other filters, which fold into a sheet. */
export function AssignmentFilters({ search, onChange }: Props) {
  const [sheet, setSheet] = useState<'unread' | 'open' | 'closed'>('unread');
  const opener = useRef<HTMLButtonElement>(null);
  const chips = useChips(search);
  const set: SetFilter = (name, value, replace = false) => {
    const { [name]: _replaced, ...others } = search;
    onChange({ ...others, ...(value !== '' && { [name]: value }) }, replace);
  };
  const clear = () =>
    onChange({ ...(search.search && { search: search.search }), ...(search.sort && { sort: search.sort }) }, false);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <Box flex="1 1 16rem">
          <SearchField
            placeholder={texts.searchHint}
            searched={search.search ?? ''}
            onSearch={(words, isRefined) => set('search', words, isRefined)}
          />
        </Box>
        <Button
          ref={opener}
          variant="default"
          leftSection={<SlidersHorizontal aria-hidden size={16} />}
          aria-haspopup="dialog"
          onClick={() => setSheet('open')}
        >
          {texts.filters(chips.length)}
        </Button>
        <NativeSelect
          label={texts.sortBy}
          flex="1 0 11rem"
          maw={240}
          value={search.sort ?? '-createdAt'}
          onChange={(event) => set('sort', readWord(event.currentTarget.value, sorts) ?? '')}
          data={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
        />
      </Group>
      <FilterChips
        chips={chips}
        onRemove={(filter) => {
          opener.current?.focus();
          set(filter, '');
        }}
      />
      {sheet !== 'unread' && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={search}
            isOpen={sheet === 'open'}
            set={set}
            onClear={clear}
            onClose={() => setSheet('closed')}
            // The sheet comes too late to know who has opened it.
            onClosed={() => opener.current?.focus()}
          />
        </Suspense>
      )}
    </Stack>
  );
}
