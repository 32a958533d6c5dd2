import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../parts/links';
import { PagedList } from '../../parts/list/PagedList';
import { Screen } from '../../parts/Screen';
import { assignmentsQuery } from '../../resources/assignments/list';
import type { AssignmentSearch } from '../../resources/assignments/list';
import { texts } from '../../texts/screens/assignments';
import { useViewer } from '../../viewer/viewer';
import { inMoments } from '../../words/clock';
import { AssignmentFilters } from './AssignmentFilters';
import { AssignmentList } from './AssignmentList';
import { BulkReport } from './BulkReport';
import { isFiltered } from './search';
import { useBulkReport } from './useBulkReport';

const route = getRouteApi('/shell/assignments');

/** All posts of the organization that fit the filters. */
export function AssignmentsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { profile } = useViewer();
  const query = useQuery(assignmentsQuery(inMoments(search, profile.timezone)));
  const { page: _page, ...filters } = search;
  const { report, show: showReport, close } = useBulkReport(JSON.stringify(filters));
  const show = (next: AssignmentSearch, replace = false) =>
    void navigate({ to: '/assignments', search: next, replace });
  const empty = isFiltered(search)
    ? {
        title: texts.noMatchTitle,
        description: texts.noMatchDescription,
        action: <Button onClick={() => show({})}>{texts.clearFilters}</Button>,
      }
    : {
        title: texts.emptyTitle,
        description: texts.emptyDescription,
        action: <ButtonLink to="/compose">{texts.emptyAction}</ButtonLink>,
      };
  return (
    <Screen
      title={texts.title}
      description={texts.description}
      actions={<ButtonLink to="/compose">{texts.compose}</ButtonLink>}
    >
      <AssignmentFilters search={filters} onChange={show} />
      <BulkReport report={report} onClose={close} />
      <PagedList query={query} empty={empty} onPage={(page, replace) => show({ ...search, page }, replace)}>
        {(items) => <AssignmentList items={items} of={JSON.stringify(search)} onReport={showReport} />}
      </PagedList>
    </Screen>
  );
}
