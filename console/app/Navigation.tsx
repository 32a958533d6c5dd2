import {
  Bot,
  Building2,
  CalendarDays,
  ChartLine,
  CreditCard,
  Gauge,
  KeyRound,
  ListVideo,
  PenLine,
  RadioTower,
  ShieldCheck,
  Webhook,
} from 'lucide-react';
import { NavigationLink } from '../parts/links';
import { useViewer } from '../parts/viewer';
import type { Viewer } from '../parts/viewer';

const places = [
  { to: '/', label: 'Overview', Icon: Gauge },
  { to: '/compose', label: 'Compose', Icon: PenLine },
  { to: '/calendar', label: 'Calendar', Icon: CalendarDays },
  { to: '/assignments', label: 'Assignments', Icon: ListVideo },
  { to: '/analytics', label: 'Analytics', Icon: ChartLine },
  { to: '/connections', label: 'Connections', Icon: RadioTower },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/assistants', label: 'Assistants', Icon: Bot },
  { to: '/credentials', label: 'Credentials', Icon: KeyRound },
  { to: '/organization', label: 'Organization', Icon: Building2 },
  { to: '/billing', label: 'Billing', Icon: CreditCard },
  { to: '/administration', label: 'Administration', Icon: ShieldCheck },
] as const;

/** The places that are not for everybody. */
const gates: { readonly [To in (typeof places)[number]['to']]?: (viewer: Viewer) => boolean } = {
  '/assistants': ({ may }) => may('credential.manage'),
  '/credentials': ({ may }) => may('credential.manage'),
  '/administration': ({ profile }) => profile.isPlatformAdmin,
};

/** The screens on which this person may do something. */
export function usePlaces() {
  const viewer = useViewer();
  return places.filter(({ to }) => gates[to]?.(viewer) ?? true);
}

/** The way to every screen. @param onGo is called when one is chosen */
export function Navigation({ onGo }: { onGo: () => void }) {
  return usePlaces().map(({ to, label, Icon }) => (
    <NavigationLink
      key={to}
      to={to}
      label={label}
      onClick={onGo}
      leftSection={<Icon aria-hidden size={18} />}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ active: true }}
    />
  ));
}
