import { create } from 'zustand';
import { LIMITS } from '@prdm/contract/limits';
import { readCookie, readStored, readStoredJson, removeStored, writeCookie, writeStored } from './storage.ts';

export type Device = 'mobile' | 'desktop';
export const IDENTITIES = ['person', 'enterprise'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** The stored project (EN-010). A page may know id and name alone; the store holds all keys. */
export interface ProjectInfo {
  readonly id: number;
  readonly name: string;
  /** Id of the parent project. No project has one: 0. */
  readonly root?: number;
  /** False for a non-project. */
  readonly is_project?: boolean;
  /** Id of the project type. Null for a non-project, and while it is unknown. */
  readonly project_type?: number | null;
}

/** All five keys, for the store. */
const projectInfoOf = ({
  id,
  name,
  root = 0,
  is_project = true,
  project_type = null,
}: ProjectInfo): Required<ProjectInfo> => ({
  id,
  name,
  root,
  is_project,
  project_type,
});

interface AppState {
  readonly sidebarOpen: boolean;
  /** A change of the window closed the side menu, so it must not slide. */
  readonly sidebarStill: boolean;
  /** The open page needs the width of the window: its side menu starts folded. */
  readonly isRoomy: boolean;
  readonly device: Device;
  /** The user views own work or the whole enterprise. */
  readonly identity: Identity;
  /** The project opened last. Only a project that the server has shown to this user is stored here. */
  readonly project: ProjectInfo | null;
}

const SIDEBAR = 'sidebar';
const PROJECT_HOME = 'project_home';
const WIDE = 1440;

/** Mobile when the width less 3 px is below 1024 (specification section 4): 1026 is mobile, 1027 is desktop. */
export const deviceFor = (width: number): Device =>
  width - LIMITS.mobileTolerance < LIMITS.mobileBreakpoint ? 'mobile' : 'desktop';

/** The stored choice of the reader. Without one, the side menu is open on a wide window unless the page needs the width. */
function sidebarAtStart(width: number, isRoomy = false): boolean {
  if (deviceFor(width) === 'mobile') return false;
  const kept = readCookie(SIDEBAR);
  return kept === null ? width >= WIDE && !isRoomy : kept === 'open';
}

function storedProject(): ProjectInfo | null {
  const stored = readStoredJson('project');
  if (typeof stored !== 'object' || stored === null || !('id' in stored)) return null;
  const id = Number(stored.id);
  if (!Number.isSafeInteger(id) || id < 1) return null;
  // Without a name the server has not confirmed the project: earlier versions stored the id of the address.
  const { name, is_project, project_type } = stored as { name?: unknown; is_project?: unknown; project_type?: unknown };
  if (typeof name !== 'string' || name === '') return null;
  return projectInfoOf({
    id,
    name,
    is_project: is_project !== false,
    project_type: typeof project_type === 'number' ? project_type : null,
  });
}

export const freshAppState = (width: number): AppState => ({
  sidebarOpen: sidebarAtStart(width),
  sidebarStill: true,
  isRoomy: false,
  device: deviceFor(width),
  identity: readStored('account_type') === 'enterprise' ? 'enterprise' : 'person',
  project: storedProject(),
});

export const useAppState = create<AppState>(() => freshAppState(window.innerWidth));

export function toggleSidebar(): void {
  const { sidebarOpen, device } = useAppState.getState();
  // On a phone the menu is a drawer over the page. Its state must not change the stored state of the desktop.
  if (device === 'desktop') writeCookie(SIDEBAR, sidebarOpen ? 'collapsed' : 'open');
  useAppState.setState({ sidebarOpen: !sidebarOpen, sidebarStill: false });
}

/** Called for every page: the side menu of a page that needs the width starts folded, and opens again after it. */
export function giveRoom(isRoomy: boolean): void {
  const { device, isRoomy: before } = useAppState.getState();
  if (isRoomy === before) return;
  const sidebarOpen = sidebarAtStart(window.innerWidth, isRoomy);
  useAppState.setState(device === 'mobile' ? { isRoomy } : { isRoomy, sidebarOpen, sidebarStill: true });
}

export function closeSidebarOnMobile(): void {
  const { device, sidebarOpen } = useAppState.getState();
  if (device === 'mobile' && sidebarOpen) useAppState.setState({ sidebarOpen: false, sidebarStill: false });
}

function showDevice(): void {
  const device = deviceFor(window.innerWidth);
  const { device: before, isRoomy } = useAppState.getState();
  document.documentElement.dataset.device = device;
  if (device === 'mobile') useAppState.setState({ device, sidebarOpen: false, sidebarStill: true });
  else if (before === 'mobile')
    useAppState.setState({ device, sidebarOpen: sidebarAtStart(window.innerWidth, isRoomy), sidebarStill: true });
}

/** Follows the width of the window. A change to mobile closes the side menu without sliding. */
export function followWindowWidth(): void {
  showDevice();
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    // A phone's keyboard changes only the height and must not close a menu.
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    showDevice();
  });
}

/** Stores the project as the one opened last. The argument must come from an answer of the server. */
export function chooseProject(opened: ProjectInfo): void {
  const { project: before } = useAppState.getState();
  // A page that knows id and name alone keeps the rest.
  const project = projectInfoOf({ ...(before?.id === opened.id ? before : {}), ...opened });
  writeStored('project', JSON.stringify(project));
  useAppState.setState({ project });
}

/** Forgets the project opened last when it has this id: the server no longer lets the user in. */
export function forgetProject(id: number): void {
  if (useAppState.getState().project?.id !== id) return;
  removeStored('project');
  useAppState.setState({ project: null });
}

export function switchIdentity(identity: Identity): void {
  writeStored('account_type', identity);
  useAppState.setState({ identity });
}

/** Whether the task section shows its project-home side. Every value of the cookie but "false" means yes. */
export const isProjectHome = (): boolean => readCookie(PROJECT_HOME) !== 'false';

export const setProjectHome = (active: boolean): void => writeCookie(PROJECT_HOME, String(active));
