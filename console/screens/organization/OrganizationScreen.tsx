import { Group } from '@mantine/core';
import { api } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Screen } from '../../parts/Screen';
import { chooseOrganization } from '../../session/session';
import { texts } from '../../texts/screens/organization';
import { useViewer } from '../../viewer/viewer';
import { Invitations } from './Invitations';
import { Members } from './Members';
import { NewOrganization } from './NewOrganization';

/** The people of an organization. */
export function OrganizationScreen() {
  const { organization, organizations, may } = useViewer();
  const { id, name, role } = organization;
  const goOn = () => {
    const other = organizations.find((one) => one.id !== id);
    if (other) chooseOrganization(other.id);
    // All that is known here is of the organization that was left.
    window.location.assign('/');
  };
  return (
    <Screen title={name} description={texts.yourRole[role]}>
      <Members />
      {may('invitation.manage') && <Invitations />}
      {may('organization.create') && <NewOrganization />}
      {role !== 'owner' && (
        <Group>
          <ConfirmButton
            label={texts.leave}
            warning={texts.leaveWarning(name)}
            run={async () => api.leaveOrganization({ organizationId: id })}
            onDone={goOn}
          />
        </Group>
      )}
    </Screen>
  );
}
