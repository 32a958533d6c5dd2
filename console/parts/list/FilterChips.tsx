import './list.css';
import { Button, Group } from '@mantine/core';
import { X } from 'lucide-react';
import { texts } from '../../texts/parts';

export interface Chip<Name> {
  filter: Name;
  /** "Status: Failed". */
  label: string;
}

interface Props<Name> {
  chips: readonly Chip<Name>[];
  onRemove: (filter: Name) => void;
}

/** The filters that are set, above their list. Each is a button that removes it. */
export function FilterChips<Name extends string>({ chips, onRemove }: Props<Name>) {
  if (chips.length === 0) return null;
  return (
    <Group component="ul" role="list" gap="xs" aria-label={texts.setFilters} className="filter-chips">
      {chips.map(({ filter, label }) => (
        <li key={filter}>
          <Button
            variant="default"
            size="compact-sm"
            radius="xl"
            fw={400}
            rightSection={<X aria-hidden size={14} />}
            aria-label={texts.removeFilter(label)}
            onClick={() => onRemove(filter)}
          >
            {label}
          </Button>
        </li>
      ))}
    </Group>
  );
}
