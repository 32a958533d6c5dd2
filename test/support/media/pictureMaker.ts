import { join } from 'node:path';
import { pino } from 'pino';
import { createPictureMaker } from '../../../lib/pictures/pictureMaker';
import type { PictureMaker } from '../../../lib/pictures/pictureMaker';
import { root } from '../programs';

/** A maker of pictures whose thread runs what `npm test` has compiled. */
export function openPictureMaker(logger = pino({ level: 'silent' }), given: { makeMs?: number } = {}): PictureMaker {
  return createPictureMaker({ logger, shrinkPath: join(root, 'dist', 'lib', 'pictures', 'shrink.js'), ...given });
}
