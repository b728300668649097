import { afterEach, expect, test, vi } from 'vitest';
import {
  chooseProject,
  deviceFor,
  freshAppState,
  giveRoom,
  isProjectHome,
  toggleSidebar,
  setProjectHome,
  switchIdentity,
  useAppState,
} from './app-state.ts';
import { writeCookie } from './storage.ts';

afterEach(() => {
  localStorage.clear();
  for (const name of ['sidebar', 'project_home'])
    document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  useAppState.setState(freshAppState(1440));
});

test('[ST-020] a width of 1026 is mobile, 1027 is desktop', () => {
  expect([375, 1023, 1026, 1027, 1920].map(deviceFor)).toEqual(['mobile', 'mobile', 'mobile', 'desktop', 'desktop']);
});

test('[SH-020] the project-home flag is true unless the cookie says false', () => {
  expect(isProjectHome()).toBe(true);
  for (const value of ['', 'true', '0', 'no', 'FALSE']) {
    writeCookie('project_home', value);
    expect(isProjectHome(), value).toBe(true);
  }
  setProjectHome(false);
  expect(isProjectHome()).toBe(false);
});

test('[EN-036] the store holds side menu, device and identity; a fresh one is a person', () => {
  expect(freshAppState(1440)).toMatchObject({ sidebarOpen: true, device: 'desktop', identity: 'person' });
  expect(freshAppState(800)).toMatchObject({ sidebarOpen: false, device: 'mobile' });
  expect(freshAppState(1200)).toMatchObject({ sidebarOpen: false, device: 'desktop' });
  writeCookie('sidebar', 'open');
  expect(freshAppState(1200)).toMatchObject({ sidebarOpen: true });
  switchIdentity('enterprise');
  expect(freshAppState(1440).identity).toBe('enterprise');
});

test('[SH-005] a page that needs the width starts with a folded menu, until the reader has chosen', () => {
  vi.stubGlobal('innerWidth', 1440);
  const isOpen = () => useAppState.getState().sidebarOpen;
  giveRoom(true);
  expect(isOpen()).toBe(false);
  giveRoom(false);
  expect(isOpen()).toBe(true);
  giveRoom(true);
  toggleSidebar();
  expect(isOpen()).toBe(true);
  for (const isRoomy of [false, true]) {
    giveRoom(isRoomy);
    expect(isOpen(), 'the cookie wins').toBe(true);
  }
  toggleSidebar();
  giveRoom(false);
  expect(isOpen(), 'the cookie wins').toBe(false);
  vi.unstubAllGlobals();
});

test('[EN-010] the store holds id, name, root, is_project and project_type of the chosen project', () => {
  chooseProject({ id: 3, name: '滨江科技园', project_type: 12 });
  expect(JSON.parse(localStorage.getItem('project') ?? '')).toEqual({
    id: 3,
    name: '滨江科技园',
    root: 0,
    is_project: true,
    project_type: 12,
  });
  chooseProject({ id: 3, name: '滨江科技城' });
  expect(freshAppState(1440).project).toMatchObject({ name: '滨江科技城', project_type: 12 });
  chooseProject({ id: 4, name: '投标', is_project: false });
  expect(freshAppState(1440).project).toMatchObject({ is_project: false, project_type: null });
});

test('the chosen project is there again after a reload', () => {
  chooseProject({ id: 3, name: '滨江科技园' });
  expect(freshAppState(1440).project).toMatchObject({ id: 3, name: '滨江科技园' });
});

test('a stored project that is none is ignored', () => {
  // An earlier version stored the last value before the server confirmed it, and its user was locked out.
  for (const value of ['', '{', '[]', '{"id":0}', '{"id":"x"}', '7', 'null', '{"id":12,"name":""}']) {
    localStorage.setItem('project', value);
    expect(freshAppState(1440).project, value).toBeNull();
  }
});
