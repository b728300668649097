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
/** The client takes it for the end of its session and does not come back: only for a token that was looked at. */
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
 * The live channel: the client's one frame is {token}; from then on the server alone speaks, ids only. Lost frames only
 * delay, because the client asks again when it reconnects. A session that ends takes its sockets with it: they are told by the
 * channel itself, and look again with every ping in case that was lost, or the session ended by time alone.
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
  /** By the session and never by its token again: that is replaced every half hour, and an old one coming back ends the session. */
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
    // Each frame would cost a look at the session, and one socket could send them without end.
    socket.on('message', () => socket.close(NOT_ALLOWED, 'one frame'));
    const given = tokenIn(data);
    if (given === null) {
      socket.close(BAD_TOKEN, 'no token');
      return;
    }
    gate
      .sessionOf(given, { ip, agent: '', mayRotate: false })
      .then((known) => {
        // Closed meanwhile, it has been told so already: nobody would take it out of the channel again.
        if (socket.readyState !== socket.OPEN) return;
        if (!known) {
          socket.close(BAD_TOKEN, 'session ended');
          return;
        }
        clearTimeout(tooLate);
        session = known.session;
        const { enterpriseId, userId } = session;
        leave = live.join({
          enterpriseId,
          userId,
          send: (frame) => socket.send(JSON.stringify(frame)),
          recheck,
        });
        recheck(); // it may have ended between the look at it and the joining
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
    return null; // not a frame of ours: the caller closes
  }
}
