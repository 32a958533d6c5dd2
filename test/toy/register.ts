import { platformSlugs } from '../../domain/platform';
import type { platformModules } from '../../platforms';
import { toy, toySlug } from './platform';

/** Adds the toy's line to the table of platforms. To be called before the modules load that read the table of slugs. */
export function registerToy(modules: typeof platformModules): void {
  if (toySlug in modules) return;
  (platformSlugs as unknown as string[]).push(toySlug);
  Object.assign(modules, { [toySlug]: toy });
}
