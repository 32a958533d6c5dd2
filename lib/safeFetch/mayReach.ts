import { isPublicAddress } from './address';
import { rulingOf } from './allow';
import type { OutboundAllow, OutboundTarget } from './allow';

/** The ports that no browser calls over http, because other protocols listen there (WHATWG Fetch §2.9, "bad port"). */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * The only judgement of the wall: listed in `OUTBOUND_ALLOW`, or public at a port meant for HTTP, and never excluded.
 * A host whose address is not known yet is judged by its name and port.
 */
export function mayReach(allow: OutboundAllow, target: OutboundTarget): boolean {
  const ruling = rulingOf(allow, target);
  if (ruling !== 'unlisted') return ruling === 'listed';
  return !badPorts.has(target.port) && (target.address === undefined || isPublicAddress(target.address));
}
