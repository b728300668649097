import { create } from 'zustand';
import { session } from '../../lib/session/session.ts';
import { tabState } from '../../lib/storage.ts';
import { areaOf, type Area } from './level-zero.ts';

/** The last address in each area, of one person in one tab. */
type Places = Partial<Record<Area, string>>;

interface Kept {
  readonly owner: number;
  readonly places: Places;
}

const KEY = 'places';
const NONE: Places = {};

/** Pages that open in a new tab or begin something. An area never returns to them. */
const NOT_KEPT = ['/notice', '/profile', '/project/add', '/nonProject/add', '/file/task/addEdit'];

function stored(): Kept {
  const nobody = { owner: 0, places: NONE };
  try {
    const value = JSON.parse(tabState.read(KEY) ?? 'null') as Kept | null;
    return typeof value?.owner === 'number' && typeof value.places === 'object' ? value : nobody;
  } catch {
    return nobody; // the stored text is damaged
  }
}

const useKept = create<Kept>(() => stored());

const owner = (): number => session().me?.id ?? 0;

/** Another person in this tab begins without places: an address of the former one may be closed to the new one. */
const ownPlaces = (kept: Kept): Places => (kept.owner === owner() ? kept.places : NONE);

export const usePlaces = (): Places => useKept(ownPlaces);

function keep(places: Places): void {
  const kept = { owner: owner(), places };
  tabState.write(KEY, JSON.stringify(kept));
  useKept.setState(kept);
}

/** Keeps an address as the place of its area. */
export function rememberPlace(pathname: string, search: string): void {
  const area = areaOf(pathname);
  const places = ownPlaces(useKept.getState());
  if (area === null || NOT_KEPT.includes(pathname) || places[area] === pathname + search) return;
  keep({ ...places, [area]: pathname + search });
}

/** Forgets a place that answered an error page. Otherwise its area would lead there again. */
export function forgetPlace(address: string): void {
  const places = ownPlaces(useKept.getState());
  const left = Object.entries(places).filter(([, place]) => place !== address);
  if (left.length < Object.keys(places).length) keep(Object.fromEntries(left));
}
