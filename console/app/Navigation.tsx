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

/** The screens that this person may want. */
export function usePlaces() {
  const { profile } = useViewer();
  return places.filter(({ to }) => to !== '/administration' || profile.isPlatformAdmin);
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
