declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
    verifyBody?: (body: string) => boolean;
  }
  export interface Result {
    requests: { total: number; average: number };
    errors: number;
    timeouts: number;
    non2xx: number;
    mismatches: number;
  }
  /** Emits `response` (client, status, bytes, milliseconds) for every answer. */
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
