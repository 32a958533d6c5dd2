import { Group, Pagination, Text } from '@mantine/core';
import { texts } from '../../texts/parts';
import { count } from '../../texts/amounts';

interface Props {
  page: number;
  limit: number;
  total: number;
  /** False: there are more than `total`. */
  isTotalExact?: boolean;
  onPage: (page: number) => void;
}

/** The part of a list that is shown, the length of the list, and links to its other parts. */
export function Pager({ page, limit, total, isTotalExact = true, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const [first, last] = [(page - 1) * limit + 1, Math.min(page * limit, total)];
  const rangeShown = isTotalExact ? texts.rangeShown : texts.rangeShownOfMore;
  return (
    <Group component="nav" aria-label={texts.pages} justify="space-between">
      <Text size="sm" c="dimmed" className="tabular">
        {pages === 1 && isTotalExact ? texts.allShown(total) : rangeShown(first, last, count(total))}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': texts.pageControls[control] })}
          getItemProps={(item) => ({ 'aria-label': texts.page(item) })}
        />
      )}
    </Group>
  );
}
