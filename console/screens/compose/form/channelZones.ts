import { ownPlace } from '../../../session/session';

/** In this browser: the zone that was picked last for a channel, by the id of the channel. */
function keptZones(): Readonly<Record<string, string>> {
  return JSON.parse(localStorage.getItem(ownPlace('channel-zones')) ?? '{}');
}

/** The zones of these channels, each once. */
export function zonesOf(channelIds: readonly string[]): string[] {
  const kept = keptZones();
  return [...new Set(channelIds.flatMap((id) => kept[id] ?? []))];
}

/** Keeps a zone as that of these channels. */
export function noteZone(channelIds: readonly string[], zone: string): void {
  const noted = Object.fromEntries(channelIds.map((id) => [id, zone]));
  localStorage.setItem(ownPlace('channel-zones'), JSON.stringify({ ...keptZones(), ...noted }));
}
