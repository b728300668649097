import { useEffect, useEffectEvent } from 'react';
import { refreshEntity } from './entity-frames.ts';
import { queryClient } from './query-client.ts';
import { refetch } from './refetch.ts';
import { session } from '../session/session.ts';

/** Frame of the live channel. It reports that something changed, without the new content. */
export interface LiveFrame {
  readonly type: string;
  readonly id?: number;
  readonly project_id?: number;
  /** The kind of changed entries, in a frame `entity`. */
  readonly kind?: string;
}

type Listener = (frame: LiveFrame) => void;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const SESSION_ENDED = 4401;

const listeners = new Set<Listener>();
const domains = new Map<string, () => void>();
let socket: WebSocket | null = null;
let retry: ReturnType<typeof setTimeout> | null = null;
let failures = 0;
let wanted = false;
/** A connection broke or failed to open. Frames are lost until the next connection opens. */
let missed = false;

/**
 * Opens the live channel and keeps it open. Returns the function that closes it. The domain of a frame precedes its
 * first dot ('task.changed'); the answers of that domain are refetched.
 */
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

/**
 * The network is back. An older connection that still looks open is most likely dead. A browser may need minutes to
 * notice.
 */
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

/**
 * Time to the next retry in ms. It grows with each failure. The random share keeps browsers from reconnecting all at
 * once after a restart.
 */
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
  if (frame.kind !== undefined && /^entity(?:\.|$)/.test(frame.type)) refreshEntity(frame.kind);
  const [domain = frame.type] = frame.type.split('.');
  refetchDomain(domain);
  // A non-project is a project to the server's frames.
  if (domain === 'project') refetchDomain('non_project');
  for (const listener of listeners) listener(frame);
}

/** Each domain has its own pause, so that a burst of one kind of change delays no other kind. */
function refetchDomain(domain: string): void {
  const known = domains.get(domain) ?? refetch(domain);
  domains.set(domain, known);
  known();
}

function frameIn(text: string): LiveFrame | null {
  try {
    const frame = JSON.parse(text) as unknown;
    return typeof frame === 'object' && frame !== null && 'type' in frame && typeof frame.type === 'string'
      ? (frame as LiveFrame)
      : null;
  } catch {
    return null; // not a frame of the server
  }
}

/**
 * Calls `heard` for frames of one type ('task.changed') or of a whole domain ('task'). The query cache refreshes
 * without it.
 */
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
