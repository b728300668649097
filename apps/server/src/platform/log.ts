import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Values of these query parameters open doors, so they never reach a log line. */
const MASKED = /([?&](?:token|s|code|sign)=)[^&]*/g;

export const maskUrl = (url: string): string => url.replace(MASKED, '$1***');

export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', '*.password', '*.password_encode', '*.oldpassword', '*.token', '*.code'],
      censor: '***',
    },
  });
