import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';

/** The platform of a row. A platform that this build does not offer, or not any more, may stand there, too. */
export const platformColumn = z.custom<PlatformSlug>((value) => typeof value === 'string');
