import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { ButtonLink } from '../../parts/links';
import { Screen } from '../../parts/Screen';
import { logOut } from '../../session/session';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/invitation';
import { enterOrganization } from '../../viewer/changeOrganization';
import { useViewer } from '../../viewer/viewer';

const route = getRouteApi('/shell/invitations/$token');

/** The page to which the link of an invitation's mail leads. Accepting is a step of its own: it says who accepts. */
export function AcceptScreen() {
  const { token } = route.useParams();
  const { profile } = useViewer();
  const accept = useMutation({
    mutationFn: async () => api.acceptInvitation({ token }),
    onSuccess: async ({ organizationId }) => enterOrganization(organizationId, '/'),
  });
  return (
    <Screen title={texts.title}>
      <Stack align="flex-start">
        <Text>
          {texts.loggedInAs} <b>{profile.email}</b>. {texts.otherAddress}
        </Text>
        {accept.isError && <FaultAlert error={accept.error} />}
        <Group>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {texts.accept}
          </Button>
          <Button variant="default" onClick={logOut}>
            {labels.logOut}
          </Button>
          <ButtonLink variant="subtle" to="/">
            {texts.later}
          </ButtonLink>
        </Group>
      </Stack>
    </Screen>
  );
}
