import type { IncomingMessage, Server } from 'node:http';

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A body of which nothing comes for `silenceMs` is not waited for: its connection is closed. Not the whole body is bounded (uploads take
 * hours) but each pause in it, and only until it has come: what the server does with it, and how slowly the answer is read, takes its time.
 */
export function closeSilentBodies(server: Server, silenceMs: number): void {
  server.on('request', (request, response) => {
    if (!bringsBody(request)) return;
    request.setTimeout(silenceMs, () => request.socket.destroy()); // only told while the body has not come to its end
    response.on('timeout', () => undefined); // silence that is the server's own; unheard it would end the connection too
    // Once an answer has been given the time of a connection without a request counts, which must not be taken away.
    request.once('end', () => response.writableEnded || request.socket.setTimeout(0));
  });
}
