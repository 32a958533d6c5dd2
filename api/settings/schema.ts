import { z } from 'zod';
import type { Workspace } from '../../models/organizations/Workspace';

const PostStatistics = z
  .boolean()
  .meta({ description: 'Whether the numbers of published posts are read over time', example: true });

export const UpdateSettingsInput = z.object({ postStatistics: PostStatistics.optional() });
export const UpdateSettingsBody = { id: 'UpdateSettingsBody', example: { postStatistics: false } };

export const Settings = z
  .strictObject({ postStatistics: PostStatistics })
  .meta({ id: 'Settings', example: { postStatistics: true } });
export type Settings = z.infer<typeof Settings>;

export function presentSettings({ postStatistics }: Pick<Workspace, 'postStatistics'>): Settings {
  return { postStatistics };
}
