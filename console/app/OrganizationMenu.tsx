import { Text } from '@mantine/core';
import { Check, ChevronsUpDown } from 'lucide-react';
import { MenuButton } from '../parts/menu/MenuButton';
import { texts } from '../texts/app';
import { changeOrganization } from '../viewer/changeOrganization';
import { useViewer } from '../viewer/viewer';

/** The organization that the screens are about, and the way to another one. */
export function OrganizationMenu() {
  const { organization, organizations } = useViewer();
  if (organizations.length < 2)
    return (
      <Text size="sm" c="dimmed" truncate>
        {organization.name}
      </Text>
    );
  return (
    <MenuButton
      position="bottom-start"
      width={260}
      button={{
        variant: 'default',
        size: 'xs',
        'aria-label': texts.switchOrganization(organization.name),
        rightSection: <ChevronsUpDown aria-hidden size={14} />,
        maw: 220,
      }}
      sections={[
        {
          entries: organizations.map(({ id, name, role }) => ({
            key: id,
            label: (
              <>
                {name}
                <Text size="xs" c="dimmed">
                  {role}
                </Text>
              </>
            ),
            mark: id === organization.id && <Check aria-label={texts.selected} size={16} />,
            run: () => changeOrganization(id),
          })),
        },
      ]}
    >
      {organization.name}
    </MenuButton>
  );
}
