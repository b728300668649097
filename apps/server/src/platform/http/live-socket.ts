import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { Endpoint } from '@prdm/contract/kit';
import type { Live } from '../live.ts';
import type { Log } from '../log.ts';
import type { Session } from './call-context.ts';
import type { Gate } from './mount.ts';

const SIGN_IN_MS = 10_000;
const PING_MS = 25_000;
const MAX_BYTES = 4096;
/** The client treats this code as the end of its session and does not reconnect. Send it only after the token was checked. */
const BAD_TOKEN = 4401;
const TRY_AGAIN = 1013;
const NOT_ALLOWED = 1008;

interface LiveParts {
  readonly gate: Gate;
  readonly live: Pick<Live, 'join'>;
  readonly log: Log;
  readonly signInMs?: number;
}

/**
 * The live channel. The client sends one frame, {token}; after that only the server sends, ids only. A lost frame only delays, because the
 * client reloads when it reconnects.
 * When a session ends, its sockets close. They get a message through the channel. Each ping checks again, in case the message was lost or
 * the session expired.
 */
export async function serveLive(app: FastifyInstance, endpoint: Endpoint, parts: LiveParts): Promise<void> {
  await app.register(websocket, { options: { maxPayload: MAX_BYTES } });
  app.route({
    method: 'GET',
    url: endpoint.path,
    config: { endpoint },
    handler: (_request, reply) =>
      reply.status(426).header('upgrade', 'websocket').send({ code: 1, msg: 'websocket', data: null }),
    wsHandler: (socket, request) => {
      attend(socket, request.ip, parts);
    },
  });
}

function attend(socket: WebSocket, ip: string, { gate, live, log, signInMs = SIGN_IN_MS }: LiveParts): void {
  let leave: (() => void) | null = null;
  let session: Session | null = null;
  let answered = true;
  const tooLate = setTimeout(() => socket.close(TRY_AGAIN, 'not signed in in time'), signInMs);
  /** Checks the session, never the token. The token is replaced every half hour, and the use of an old one ends the session. */
  const recheck = () => {
    if (!session) return;
    gate
      .isAlive(session)
      .then((alive) => {
        if (!alive) socket.close(BAD_TOKEN, 'session ended');
      })
      .catch((error: unknown) => log.debug({ err: error }, 'a live session could not be checked'));
  };
  const pulse = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
    recheck();
  }, PING_MS);

  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', (error) => log.debug({ err: error }, 'live socket'));
  socket.on('close', () => {
    clearTimeout(tooLate);
    clearInterval(pulse);
    leave?.();
  });
  socket.once('message', (data: Buffer) => {
    // Each frame would cost a read of the session, and one socket could send them without limit.
    socket.on('message', () => socket.close(NOT_ALLOWED, 'one frame'));
    const given = tokenIn(data);
    if (given === null) {
      socket.close(BAD_TOKEN, 'no token');
      return;
    }
    gate
      .sessionOf(given, { ip, agent: '', mayRotate: false })
      .then((known) => {
        // The socket closed meanwhile. If it joined now, nothing would remove it again.
        if (socket.readyState !== socket.OPEN) return;
        if (!known) {
          socket.close(BAD_TOKEN, 'session ended');
          return;
        }
        if (known.session.mustChange) {
          socket.close(NOT_ALLOWED, 'the password must be changed first');
          return;
        }
        const { enterpriseId, userId } = known.session;
        leave = live.join({
          enterpriseId,
          userId,
          send: (frame) => socket.send(JSON.stringify(frame)),
          recheck,
        });
        if (leave === null) {
          socket.close(TRY_AGAIN, 'too many windows');
          return;
        }
        clearTimeout(tooLate);
        session = known.session;
        recheck(); // the session may have ended between its check and the join
        socket.send(JSON.stringify({ type: 'ready' }));
      })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'a live session could not be checked');
        socket.close(TRY_AGAIN, 'try again');
      });
  });
}

function tokenIn(data: Buffer): string | null {
  try {
    const frame = JSON.parse(data.toString('utf8')) as unknown;
    const given = typeof frame === 'object' && frame !== null && 'token' in frame ? frame.token : null;
    return typeof given === 'string' && given !== '' ? given : null;
  } catch {
    return null; // an invalid frame: the caller closes
  }
}
