import { Button, Menu, Text } from '@mantine/core';
import { Check, ChevronsUpDown } from 'lucide-react';
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
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.switchOrganization(organization.name)}
          rightSection={<ChevronsUpDown aria-hidden size={14} />}
          maw={220}
        >
          {organization.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => changeOrganization(id)}
            rightSection={id === organization.id && <Check aria-label={texts.selected} size={16} />}
          >
            {name}
            <Text size="xs" c="dimmed">
              {role}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
