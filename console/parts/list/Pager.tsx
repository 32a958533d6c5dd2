import { Group, Pagination, Text } from '@mantine/core';

interface Props {
  page: number;
  limit: number;
  total: number;
  /** False: there are more than `total`. */
  isTotalExact?: boolean;
  onPage: (page: number) => void;
}

const controlNames = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' } as const;

/** The part of a list that is shown, the length of the list, and links to its other parts. */
export function Pager({ page, limit, total, isTotalExact = true, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const [first, last] = [(page - 1) * limit + 1, Math.min(page * limit, total)];
  return (
    <Group component="nav" aria-label="Pages" justify="space-between">
      <Text size="sm" c="dimmed" className="tabular">
        {pages === 1 && isTotalExact
          ? `All ${total} shown`
          : `${first} to ${last} of ${total.toLocaleString('en')}${isTotalExact ? '' : ' and more'}`}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}
