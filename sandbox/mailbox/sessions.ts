import type { Socket } from 'node:net';
import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import type { Mails } from './mails';

/** The open sessions, and the mails that they have brought. */
export interface Sessions {
  /** A connection has come, whose session will begin. */
  noteSocket(socket: Socket): void;
  begin(server: SMTPServer, session: SMTPServerSession): void;
  noteMail(session: SMTPServerSession, seq: number): void;
  /** Ends the connection without a word. */
  cut(session: SMTPServerSession): void;
  /** Notes with each mail of the session whether its sender has said QUIT. */
  end(session: SMTPServerSession): void;
}

interface Session {
  readonly mails: number[];
  end: 'quit' | 'cut';
}

/** No session is open. */
export function openSessions(mails: Mails): Sessions {
  const open = new Map<string, Session>();
  /** By the sender's port. */
  const sockets = new Map<number, Socket>();
  return {
    noteSocket(socket) {
      const { remotePort = 0 } = socket;
      sockets.set(remotePort, socket);
      socket.once('close', () => sockets.delete(remotePort));
    },
    begin(server, { id }) {
      const connection = [...server.connections].find((one) => one.id === id);
      if (!connection) return;
      const session: Session = { mails: [], end: 'cut' };
      open.set(id, session);
      const quit = connection.handler_QUIT.bind(connection);
      connection.handler_QUIT = (command, done) => {
        session.end = 'quit';
        quit(command, done);
      };
    },
    noteMail: ({ id }, seq) => void open.get(id)?.mails.push(seq),
    cut: ({ remotePort }) => void sockets.get(remotePort)?.destroy(),
    end({ id }) {
      const session = open.get(id);
      for (const seq of session?.mails ?? []) mails.noteEnd(seq, session?.end ?? 'cut');
      open.delete(id);
    },
  };
}
