import { jpeg } from '../../../../../domain/mediaType';

/** As wide as YouTube recommends for thumbnails (support.google.com/youtube/answer/72431). */
const widthMax = 1_280;
const quality = 0.9;

/**
 * The frame that a player shows, as a JPEG file.
 * @throws Error when the browser cannot draw it
 */
export async function frameOf(player: HTMLVideoElement, name: string): Promise<File> {
  await shown(player);
  const scale = Math.min(1, widthMax / player.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scale * player.videoWidth);
  canvas.height = Math.round(scale * player.videoHeight);
  canvas.getContext('2d')?.drawImage(player, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, jpeg, quality));
  if (!blob) throw new Error('The frame cannot be drawn.');
  return new File([blob], name, { type: jpeg });
}

/** Waits until the player has the frame of its time. */
async function shown(player: HTMLVideoElement): Promise<void> {
  if (!player.seeking && player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return;
  await new Promise<void>((resolve, reject) => {
    const ready = player.seeking ? 'seeked' : 'loadeddata';
    player.addEventListener(ready, () => resolve(), { once: true });
    player.addEventListener('error', () => reject(new Error('The video cannot be read.')), { once: true });
  });
}
