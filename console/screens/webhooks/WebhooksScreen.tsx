import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { deliveryStatuses } from '../../../domain/webhook';
import { PagedList } from '../../parts/list/PagedList';
import { readWord } from '../../parts/readText';
import { Screen } from '../../parts/Screen';
import { DeliveriesTable } from '../../resources/deliveries/DeliveriesTable';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/webhooks';
import { deliveryWords } from '../../words/states';
import { deliveriesQuery } from './queries';
import type { DeliverySearch } from './search';
import { TestForm } from './TestForm';

const route = getRouteApi('/shell/webhooks');

/** The log of the webhooks, and a way to try an address. */
export function WebhooksScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(deliveriesQuery(search));
  const show = (next: DeliverySearch, replace = false) => void navigate({ to: '/webhooks', search: next, replace });
  const empty = search.status
    ? {
        title: texts.noMatchTitle,
        description: texts.noMatchDescription,
        action: <Button onClick={() => show({})}>{texts.clearFilter}</Button>,
      }
    : {
        title: texts.emptyTitle,
        description: texts.emptyDescription,
      };
  return (
    <Screen title={texts.title} description={texts.description}>
      <TestForm />
      <NativeSelect
        label={labels.status}
        maw={240}
        value={search.status ?? ''}
        onChange={(event) => {
          const status = readWord(event.currentTarget.value, deliveryStatuses);
          show(status ? { status } : {});
        }}
        data={[
          { value: '', label: texts.anyStatus },
          ...deliveryStatuses.map((value) => ({ value, label: deliveryWords[value].label })),
        ]}
      />
      <PagedList query={query} empty={empty} onPage={(page, replace) => show({ ...search, page }, replace)}>
        {(items) => <DeliveriesTable caption={texts.caption} items={items} />}
      </PagedList>
    </Screen>
  );
}
