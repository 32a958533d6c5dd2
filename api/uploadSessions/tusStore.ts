import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { Sequelize } from 'sequelize';
import type { MediaProbe } from '../../lib/media/probe';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { inTransaction } from '../../models/database/transaction';
import { UploadSession } from '../../models/uploads/UploadSession';
import type { UploadState } from '../../models/uploads/UploadSession';
import { finishUpload } from './finishUpload';
import { uploadInUse, uploadOver } from './refusals';

interface TusStoreParts {
  mediaStore: MediaStore;
  mediaProbe: MediaProbe;
  sequelize: Sequelize;
  /** The only session of the store: the caller was let in to this session. */
  session: UploadState;
}

/**
 * An upload session as the tus server sees it: the row has the permissions, the store has the bytes. The server holds
 * the lock of the session whenever it calls. Any other id is refused like an ended session.
 */
export class TusStore extends DataStore {
  override extensions = ['termination'];
  readonly #mediaStore: MediaStore;
  readonly #mediaProbe: MediaProbe;
  readonly #sequelize: Sequelize;
  readonly #session: UploadState;

  constructor({ mediaStore, mediaProbe, sequelize, session }: TusStoreParts) {
    super();
    this.#session = session;
    this.#mediaStore = mediaStore;
    this.#mediaProbe = mediaProbe;
    this.#sequelize = sequelize;
  }

  /** The progress of a session. A session that is whole and not complete has lost its last request to a crash. */
  override async getUpload(id: string): Promise<Upload> {
    const session = await this.#requireLive(id);
    const { mediaSizeBytes: size } = session;
    if (session.status === 'complete') return new Upload({ id, size, offset: size });
    const offset = session.isBegun ? await this.#mediaStore.offset(id) : 0;
    if (offset === size) await this.#finish(session);
    return new Upload({ id, size, offset });
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const session = await this.#requireLive(id);
    if (session.status === 'complete') return session.mediaSizeBytes;
    if (!(await UploadSession.begin(session))) throw uploadOver.error();
    await this.#mediaStore.begin(id, session.mediaSizeBytes);
    const end = await this.#mediaStore.write(id, offset, body);
    if (end === session.mediaSizeBytes) await this.#finish(session);
    return end;
  }

  override async remove(id: string): Promise<void> {
    const session = this.#own(id);
    const isEnded = await inTransaction(this.#sequelize, 'endUploadSession', async (transaction) =>
      UploadSession.end(session, transaction),
    );
    if (!isEnded) throw uploadInUse.error();
    await this.#mediaStore.remove(id);
    await UploadSession.noteRemoved(session);
  }

  async #finish(session: UploadState): Promise<void> {
    await finishUpload({ mediaStore: this.#mediaStore, mediaProbe: this.#mediaProbe }, session);
  }

  /** @throws ApiError 410: the session has ended since the caller was let in */
  async #requireLive(id: string): Promise<UploadState> {
    const session = await UploadSession.read(this.#own(id));
    if (!session || session.status === 'expired') throw uploadOver.error();
    return session;
  }

  #own(id: string): UploadState {
    if (id !== this.#session.id) throw uploadOver.error();
    return this.#session;
  }
}
