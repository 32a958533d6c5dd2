import { Badge, Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../../../api/invitations/schema';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { FaultAlert } from '../../parts/FaultAlert';
import { ListTable } from '../../parts/list/ListTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/organization';
import { useViewer } from '../../viewer/viewer';
import { invitationsQuery } from './queries';

const minWidth = 520;
const columns = [labels.email, texts.role, labels.status, texts.invitations.expires, labels.actions];

const mailColors = {
  pending: 'blue',
  sent: 'teal',
  refused: 'red',
} as const satisfies Record<Invitation['mail']['status'], string>;

const rolesOffered = (['member', 'admin'] as const).map((value) => ({ value, label: labels.roles[value] }));

/** Offers to become a member: who has one, and a form for another. */
export function Invitations() {
  const { organization } = useViewer();
  const query = useQuery(invitationsQuery(organization.id));
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries(invitationsQuery(organization.id));
  return (
    <Section id="invitations" title={texts.invitations.title}>
      <InviteForm organizationId={organization.id} onDone={refresh} />
      <ListTable
        query={query}
        empty={{ title: texts.invitations.emptyTitle, description: texts.invitations.emptyAdvice }}
        caption={texts.invitations.title}
        columns={columns}
        minWidth={minWidth}
        end={({ length }) => texts.invitations.total(length)}
      >
        {({ id, email, role, mail, expiresAt }) => (
          <Table.Tr key={id}>
            <Table.Td maw={240} className="breakable">
              {email}
            </Table.Td>
            <Table.Td>{labels.roles[role]}</Table.Td>
            <Table.Td maw={200}>
              <Badge color={mailColors[mail.status]}>{texts.invitations.mail[mail.status]}</Badge>
              {mail.error !== null && (
                <Text size="xs" className="breakable">
                  {mail.error}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <RelativeTime at={expiresAt} />
            </Table.Td>
            <Table.Td>
              <ConfirmButton
                size="compact-sm"
                label={texts.invitations.revoke}
                name={texts.invitations.revokeOf(email)}
                warning={texts.invitations.revokeWarning(email)}
                run={async () => api.deleteInvitation({ organizationId: organization.id, invitationId: id })}
                onDone={refresh}
              />
            </Table.Td>
          </Table.Tr>
        )}
      </ListTable>
    </Section>
  );
}

function InviteForm({ organizationId, onDone }: { organizationId: string; onDone: () => void }) {
  const form = useForm({ initialValues: { email: '', role: 'member' } });
  const send = useMutation({
    mutationFn: async ({ email, role }: { email: string; role: string }) =>
      api.createInvitation({ organizationId, email, role: role === 'admin' ? 'admin' : 'member' }),
    onSuccess: (_sent, { email, role }) => {
      // The next one may have been typed meanwhile.
      const typed = form.getValues();
      if (typed.email === email && typed.role === role) form.reset();
      announce(texts.invitations.sent(email));
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiFault) form.setErrors(error.fieldErrors);
    },
  });
  return (
    <form onSubmit={form.onSubmit((given) => send.mutate(given))}>
      <Stack gap="sm">
        <Group align="flex-start">
          <TextInput label={labels.email} type="email" required flex={1} miw={220} {...form.getInputProps('email')} />
          <NativeSelect label={texts.role} data={rolesOffered} {...form.getInputProps('role')} />
          <Button type="submit" mt={25} loading={send.isPending}>
            {texts.invitations.send}
          </Button>
        </Group>
        {send.isError && <FaultAlert error={send.error} />}
      </Stack>
    </form>
  );
}
