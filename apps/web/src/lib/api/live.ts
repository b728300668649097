import { useEffect, useEffectEvent } from 'react';
import { queryClient } from './query-client.ts';
import { session } from '../session/session.ts';

/** What the server tells: that something changed, never what. */
export interface LiveFrame {
  readonly type: string;
  readonly id?: number;
  readonly project_id?: number;
}

type Listener = (frame: LiveFrame) => void;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const SESSION_ENDED = 4401;

const listeners = new Set<Listener>();
let socket: WebSocket | null = null;
let retry: ReturnType<typeof setTimeout> | null = null;
let failures = 0;
let wanted = false;
/** A connection broke or did not come about: what was told until the next one stands is lost. */
let missed = false;

/** Opens the live channel and keeps it open. Frames name a domain before the first dot ('task.changed'): its answers are asked for again. */
export function startLive(): () => void {
  wanted = true;
  missed = false;
  connect();
  window.addEventListener('online', connectNow);
  return () => {
    wanted = false;
    window.removeEventListener('online', connectNow);
    if (retry !== null) clearTimeout(retry);
    retry = null;
    socket?.close();
    socket = null;
  };
}

/** The line is back. A connection from before that still looks open is most likely dead, which a browser may take minutes to notice. */
function connectNow(): void {
  failures = 0;
  missed = true;
  const before = socket;
  socket = null;
  before?.close();
  connect();
}

function connect(): void {
  const { token } = session();
  if (!wanted || token === null || socket !== null) return;
  if (retry !== null) clearTimeout(retry);
  retry = null;
  const address = new URL('/apis/live', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(address);
  socket = opened;
  opened.addEventListener('open', () => opened.send(JSON.stringify({ token: session().token })));
  opened.addEventListener('message', ({ data }) => hear(String(data)));
  opened.addEventListener('close', ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    missed = true;
    if (wanted && code !== SESSION_ENDED) retry = setTimeout(connect, pause());
  });
}

/** Longer after each failure, and never the same for all browsers: a server that comes back is not met by everybody at once. */
function pause(): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  failures += 1;
  return longest * (0.5 + Math.random() / 2);
}

function hear(text: string): void {
  const frame = frameIn(text);
  if (frame === null) return;
  if (frame.type === 'ready') {
    if (missed) void queryClient.invalidateQueries();
    missed = false;
    failures = 0;
    return;
  }
  const [domain = frame.type] = frame.type.split('.');
  void queryClient.invalidateQueries({ queryKey: [domain] });
  for (const listener of listeners) listener(frame);
}

function frameIn(text: string): LiveFrame | null {
  try {
    const frame = JSON.parse(text) as unknown;
    return typeof frame === 'object' && frame !== null && 'type' in frame && typeof frame.type === 'string'
      ? (frame as LiveFrame)
      : null;
  } catch {
    return null; // not a frame of ours
  }
}

/** Hears frames of one type ('task.changed') or of a whole domain ('task'). Answers in the query cache refresh without it. */
export function useLive(type: string, heard: Listener): void {
  const hearNow = useEffectEvent(heard);
  useEffect(() => {
    const listener: Listener = (frame) => {
      if (frame.type === type || frame.type.startsWith(`${type}.`)) hearNow(frame);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [type]);
}
