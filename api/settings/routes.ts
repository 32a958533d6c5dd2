import { route } from '../faces/route';
import { getSettings } from './getSettings';
import { presentSettings, Settings, UpdateSettingsBody } from './schema';
import { updateSettings } from './updateSettings';

const path = '/api/v1/console/settings';
const success = { status: 200, schema: Settings } as const;

export const settingRoutes = [
  route('console', getSettings, { method: 'get', path, success, present: presentSettings }),
  route('console', updateSettings, {
    method: 'patch',
    path,
    body: UpdateSettingsBody,
    success,
    present: presentSettings,
  }),
] as const;
