import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown, CircleUser, LogOut, UserCog } from 'lucide-react';
import { logOut } from '../session/session';
import { labels } from '../texts/labels';
import { texts } from '../texts/app';
import { useViewer } from '../viewer/viewer';

const schemes: readonly { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: texts.themeLight },
  { scheme: 'dark', label: texts.themeDark },
  { scheme: 'auto', label: texts.themeSystem },
];

/** The menu of the person, apart from any organization. */
export function AccountMenu() {
  const { profile } = useViewer();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          className="account"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={texts.account(profile.name)}
          leftSection={<CircleUser aria-hidden size={20} />}
          rightSection={<ChevronDown aria-hidden size={14} />}
          px="xs"
        >
          <Text span inherit truncate maw={140} visibleFrom="sm">
            {profile.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<UserCog aria-hidden size={16} />} onClick={() => void navigate({ to: '/profile' })}>
          {texts.profile}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.theme}</Menu.Label>
        {schemes.map(({ scheme, label }) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme && <Check aria-label={texts.selected} size={16} />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut aria-hidden size={16} />} onClick={logOut}>
          {labels.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
