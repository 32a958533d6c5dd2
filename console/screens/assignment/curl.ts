import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';

type Asked = Pick<
  InspectedAssignment,
  | 'connectionId'
  | 'type'
  | 'payload'
  | 'mediaUrl'
  | 'scheduledAt'
  | 'callbackUrl'
  | 'callbackEvents'
  | 'callbackStatuses'
  | 'externalId'
>;

/** As words of a shell between double quotes. */
const headers = { Authorization: 'Bearer $API_KEY', 'Content-Type': 'application/json' };

/**
 * The request by which a program asks for the same post, for a shell that has the API key in `API_KEY`.
 * @param address of the API
 */
export function curlOf(assignment: Asked, address: string): string {
  const { connectionId, type, payload, callbackEvents, ...others } = assignment;
  const { mediaUrl, scheduledAt, callbackUrl, callbackStatuses, externalId } = others;
  const events = callbackEvents.length > 0 ? callbackEvents : null;
  const optional = Object.entries({
    mediaUrl,
    scheduledAt,
    callbackUrl,
    callbackEvents: events,
    callbackStatuses,
    externalId,
  });
  const given = Object.fromEntries(optional.filter(([, value]) => value !== null));
  const body = JSON.stringify({ connectionId, type, payload, ...given });
  const lines = [
    ['curl', quoted(`${address}/api/v1/assignments`)],
    ...Object.entries(headers).map(([name, value]) => ['-H', `"${name}: ${value}"`]),
    ['-d', quoted(body)],
  ];
  return lines.map((line) => line.join(' ')).join(' \\\n  ');
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
