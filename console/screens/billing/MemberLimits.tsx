import { Button, Group, NumberInput, Table } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberLimit } from '../../../api/billing/schema';
import { creditsMax } from '../../../domain/credits';
import { api } from '../../http/client';
import { numberColumn } from '../../parts/list/ScrollTable';
import { announce, announceFault } from '../../parts/announce';
import { ListTable } from '../../parts/list/ListTable';
import { PersonCell } from '../../parts/PersonCell';
import { Section } from '../../parts/Section';
import { limitsQuery } from '../../resources/billing/queries';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { count } from '../../texts/amounts';

const minWidth = 560;
const { member: memberColumn, used, limit: limitColumn } = texts.limits;
const columns = [memberColumn, numberColumn(used), limitColumn];

/** The credits that each member may use in a cycle. */
export function MemberLimits() {
  const query = useQuery(limitsQuery);
  return (
    <Section id="limits" title={texts.limits.title}>
      <ListTable
        query={query}
        empty={{ title: texts.limits.emptyTitle, description: texts.limits.emptyAdvice }}
        caption={texts.limits.title}
        columns={columns}

        minWidth={minWidth}
        end={({ length }) => texts.limits.total(length)}
      >
        {(member) => <LimitRow key={member.userId} member={member} />}
      </ListTable>
    </Section>
  );
}

function LimitRow({ member: { userId, name, email, monthlyLimit, usedThisCycle } }: { member: MemberLimit }) {
  const queries = useQueryClient();
  const [{ limit, known }, setState] = useState({ limit: monthlyLimit, known: monthlyLimit });
  // A field that the user has not touched follows the limit that another admin saves.
  if (known !== monthlyLimit) setState({ limit: limit === known ? monthlyLimit : limit, known: monthlyLimit });
  const save = useMutation({
    mutationFn: async (sent: number | null) => api.updateMemberLimit({ userId, monthlyLimit: sent }),
    onSuccess: async (_saved, sent) => {
      announce(sent === null ? texts.limits.removed(name) : texts.limits.saved(name, sent));
      await queries.invalidateQueries(limitsQuery);
    },
    onError: announceFault,
  });
  return (
    <Table.Tr>
      <PersonCell name={name} email={email} />
      <Table.Td className="tabular">{count(usedThisCycle)}</Table.Td>
      <Table.Td>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(limit);
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <NumberInput
              size="xs"
              w={120}
              aria-label={texts.limits.limitFor(name)}
              placeholder={texts.limits.noLimit}
              min={0}
              max={creditsMax}
              allowDecimal={false}
              hideControls
              value={limit ?? ''}
              onChange={(next) => setState({ known, limit: next === '' ? null : Number(next) })}
            />
            <Button
              size="xs"
              type="submit"
              variant="default"
              aria-label={texts.limits.saveFor(name)}
              disabled={limit === monthlyLimit}
              loading={save.isPending}
            >
              {labels.save}
            </Button>
          </Group>
        </form>
      </Table.Td>
    </Table.Tr>
  );
}
