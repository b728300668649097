import { pino, type Logger } from 'pino';

export type Log = Logger;

/** The values of these query parameters are secrets and never appear in the log. */
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
