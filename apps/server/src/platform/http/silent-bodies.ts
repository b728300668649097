import type { IncomingMessage, Server } from 'node:http';

/** The announced size of the body. Infinity for a chunked body. */
export const announcedBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/**
 * Closes the connection of a request whose body pauses for `silenceMs`. The limit applies to each pause, not to the whole body, because
 * uploads take hours. After the body, the handler and the answer have no such limit.
 */
export function closeSilentBodies(server: Server, silenceMs: number): void {
  server.on('request', (request, response) => {
    if (announcedBytes(request) === 0) return;
    request.setTimeout(silenceMs, () => request.socket.destroy()); // fires only before the end of the body
    response.on('timeout', () => undefined); // a slow handler; without a listener the timeout would close the connection
    // After the answer, the keep-alive timeout applies and must not be cleared.
    request.once('end', () => response.writableEnded || request.socket.setTimeout(0));
  });
}
