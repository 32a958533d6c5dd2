import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ListFrame } from '../parts/ListFrame';
import { ButtonLink } from '../parts/links';
import { Pager } from '../parts/Pager';
import { Screen } from '../parts/Screen';
import { AssignmentFilters } from './AssignmentFilters';
import { AssignmentList } from './AssignmentList';
import { assignmentsQuery } from './queries';
import { isFiltered } from './search';
import type { AssignmentSearch } from './search';

const route = getRouteApi('/shell/assignments');

/** All posts of the organization, by what is looked for. */
export function AssignmentsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(assignmentsQuery(search));
  const show = (next: AssignmentSearch) => void navigate({ to: '/assignments', search: next });
  const empty = isFiltered(search)
    ? {
        title: 'No assignment fits',
        description: 'Take a filter away to see more.',
        action: <Button onClick={() => show({})}>Show all</Button>,
      }
    : {
        title: 'No assignments yet',
        description: 'Each post that you publish, now or later, is listed here.',
        action: <ButtonLink to="/compose">Compose the first one</ButtonLink>,
      };
  return (
    <Screen
      title="Assignments"
      description="Each post to a channel, and where it is"
      actions={<ButtonLink to="/compose">Compose</ButtonLink>}
    >
      <AssignmentFilters search={search} onChange={(filters) => show({ ...filters, page: 1 })} />
      <ListFrame query={query} isEmpty={({ items }) => items.length === 0} empty={empty}>
        {({ items, ...of }) => (
          <>
            <AssignmentList items={items} of={JSON.stringify(search)} />
            <Pager {...of} onPage={(page) => show({ ...search, page })} />
          </>
        )}
      </ListFrame>
    </Screen>
  );
}
