import { join } from 'node:path';
import { pino } from 'pino';
import { createMediaProbe } from '../../../lib/media/probe';
import type { MediaProbe } from '../../../lib/media/probe';
import { root } from '../programs';

/** A probe whose threads run the parser that `npm test` has compiled. */
export function openMediaProbe(logger = pino({ level: 'silent' }), given: { parseMs?: number } = {}): MediaProbe {
  return createMediaProbe({ logger, parserPath: join(root, 'dist', 'lib', 'media', 'parseMedia.js'), ...given });
}
