import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { registry } from '@prdm/contract';
import type { Envelope } from '@prdm/contract/kit';
import type { Me } from '@prdm/contract/me';
import { NOTICE_TYPES } from '@prdm/contract/status';
import { translate } from '../lib/i18n.ts';
import { navigateTo } from '../lib/navigate.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { storeToken, useSession } from '../lib/session/session.ts';
import { BRAND, projectInfo } from './samples.ts';
import { goTo, openWire, type Answer, type Seen, type Wire } from './wire.ts';

/**
 * The whole client as main.tsx starts it, with a server whose answers the test sets. It can start only once per test
 * file.
 */
export interface WholeApp {
  readonly wire: Wire;
  /** Sets the answer of a path until `leave`. A path without an answer returns an empty list. */
  says(path: string, answer: Answer | ((call: Seen) => Answer)): void;
  data(path: string, data: unknown): void;
  refuses(path: string, code: number, msg: string): void;
  open(address: string): void;
  /**
   * Leaves the page and clears answers, drafts and the query cache. Fails when a given answer does not match the
   * contract.
   */
  leave(): Promise<void>;
  /** Sends a frame on every open live channel. */
  push(frame: object): void;
  stop(): Promise<void>;
}

export const ME: Me = {
  id: 5,
  username: '张三',
  account: 'zhang',
  type: 'person',
  thumb: '',
  position_id: null,
  enterprise_id: 1,
  enterprise_name: '设计院',
  enterprise: BRAND,
  manager_projectIds: [],
  heads: [],
  roles: { role: 'employee', access: [] },
  project_access: {},
  content: [],
  levels: [],
  project_rights: {},
  notice_count: 0,
  must_change: false,
  is_system: false,
};

/** Fields of an entry of a dictionary. A test names those that it needs. */
const ENTRY = { code: null, sort: 0, enabled: true, version: 1, used: null, short_name: '', colour: null };

function wholeEntries(path: string, data: unknown): unknown {
  if (!/^\/apis\/config\/(stage|profession|project_type)\/index$/.test(path)) return data;
  const { list, ...rest } = data as { list: object[] };
  return { ...rest, list: list.map((entry) => ({ ...ENTRY, ...entry })) };
}

/**
 * Lists the differences between an answer and the contract. A test is only valid with answers that the server can give.
 */
function strangeIn(path: string, { body }: Answer): string[] {
  const said = body as Partial<Envelope> | undefined;
  const output = registry.find((call) => call.path === path && call.transport === 'form')?.output;
  if (output === undefined || said?.code !== 0) return [];
  const { error } = output.safeParse(said.data);
  return (error?.issues ?? []).map((issue) => `${path} ${issue.path.join('.')}: ${issue.message}`);
}

/** The project that a call names. The frame of every project page asks for it. */
function namedProject({ url }: Seen): unknown {
  const id = Number(new URLSearchParams(url.split('?')[1]).get('project_id'));
  return projectInfo({ id, name: `项目 ${id}` });
}

/** The choice of a person on an installation without mails. */
const NO_MAILS = {
  mail: false,
  email: '',
  ways: Object.fromEntries(NOTICE_TYPES.map((type) => [type, 'standard'])),
  language: 'zh',
  version: 1,
};

/** A page with few calls. */
const RESTING = { path: '/notice', title: 'shell.titles.notice' } as const;
const SYSTEM_RESTING = { path: '/system/enterprise', title: 'enterprise.system.title' } as const;

/** `always` holds answers beside the usual ones, for calls that the client sends before the first test. */
export async function startWholeApp(me: Me = ME, always: Readonly<Record<string, unknown>> = {}): Promise<WholeApp> {
  const wire = await openWire();
  const live = new WebSocketServer({ server: wire.server, path: '/apis/live' });
  const sockets = new Set<WebSocket>();
  live.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('message', () => socket.send(JSON.stringify({ type: 'ready' })));
  });
  const usual: Record<string, unknown> = {
    '/apis/pub/info': me,
    '/apis/user/tree': { departments: [], people: [] },
    '/apis/delegation/index': { given: [], received: [] },
    '/apis/opinion/index': { list: [], unresolved: { principle: 0, technical: 0, general: 0 }, can_add: false },
    '/apis/pub/noticeSettings': NO_MAILS,
    ...always,
  };
  const answers = new Map<string, Answer | ((call: Seen) => Answer)>();
  /** Differences from the contract since the last `leave`. */
  const untrue: string[] = [];
  wire.answer((call) => {
    const path = call.url.split('?')[0] ?? '';
    const given = answers.get(path);
    if (given !== undefined) {
      const answer = typeof given === 'function' ? given(call) : given;
      untrue.push(...strangeIn(path, answer));
      return answer;
    }
    const data = path === '/apis/project/info' ? namedProject(call) : (usual[path] ?? { list: [], total: 0 });
    return { body: { code: 0, msg: '', data } };
  });
  document.body.innerHTML = '<div id="root"></div>';
  storeToken('T1');
  // A system administrator may not open the usual resting page.
  const resting = me.is_system ? SYSTEM_RESTING : RESTING;
  goTo(resting.path);
  const { root } = await import('../main.tsx');
  await screen.findByRole('main', {}, { timeout: 20_000 });
  return {
    wire,
    says: (path, answer) => void answers.set(path, answer),
    data: (path, data) => void answers.set(path, { body: { code: 0, msg: '', data: wholeEntries(path, data) } }),
    refuses: (path, code, msg) => void answers.set(path, { body: { code, msg, data: null } }),
    open: (address) => navigateTo(address),
    async leave() {
      answers.clear();
      const told = untrue.splice(0);
      navigateTo(resting.path);
      await waitFor(() => {
        // The address changes before the page is drawn.
        expect(document.querySelector('main .form-page, main .error-page, .plain-page')).toBeNull();
        expect(document.title).toContain(translate(resting.title));
        expect(document.querySelector('.ant-modal')).toBeNull();
      });
      sessionStorage.clear();
      queryClient.clear();
      expect(told).toEqual([]);
    },
    push: (frame) => sockets.forEach((socket) => socket.send(JSON.stringify(frame))),
    async stop() {
      // Without a token the live channel does not reconnect.
      useSession.setState({ token: null });
      for (const socket of sockets) socket.terminate();
      live.close();
      await wire.close();
      // React renders in a task of its own. A task that runs after the end of the file finds no window and fails the whole run.
      root.unmount();
      await new Promise((done) => setTimeout(done, 50));
    },
  };
}
