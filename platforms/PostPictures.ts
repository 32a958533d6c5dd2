import type { ChannelCall } from './LiveStats';

/** The pictures that a platform shows of live posts. Read-only. */
export interface PostPictures {
  /** The number of posts that one request is about. */
  readonly atOnceMax: number;
  /**
   * The address of each picture, by the platform's id of the post; null for a post without a picture. A post that the platform does not
   * have (any more) is left out.
   */
  read(call: ChannelCall, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}
