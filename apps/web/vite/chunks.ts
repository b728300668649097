import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const SRC = join(import.meta.dirname, '../src');
const inSrc = (file: string): string => join(SRC, file);

/** Entries of the first page behind sign-in: the frame and the home page. */
const FRAME_ENTRIES = ['app/signed-in.tsx', 'features/home/pages/home-page.tsx'].map(inSrc);
/** The frame needs only the theme of the component library. */
const THEMING = new Set(['app/providers.tsx', 'ui/look/theme.ts'].map(inSrc));
/** Every signed-in page makes calls and uses their schemas. */
const FRAME_LIBRARIES =
  /node_modules[\\/](?:zod|@tanstack[\\/](?:react-query|query-core))[\\/]|packages[\\/]contract[\\/]/;
/** Calls of one or two pages. They load with these pages. */
const PAGE_CALLS =
  /contract[\\/]src[\\/](?:areas|models|viewpoints|identity[\\/](?:sso|sessions|notice-settings)|organisation[\\/](?:system|enterprise|work|staff-sheets|action-log|roles|settings|person-sessions|entities)|processes[\\/](?:templates|delegations)|projects[\\/](?:staffing|partners|non-projects)|files[\\/]folder-templates|config[\\/](?:cost|working-day-sheets|working-days))\.ts$/;

/** Small modules of the palette and of many pages. Each would be a file of its own. */
const SMALL_SHARED =
  /src[\\/](?:features[\\/][^\\/]+[\\/]addresses\.ts|app[\\/]keys[\\/]use-modal\.ts|features[\\/]files[\\/]parts[\\/]file-icon\.ts)$/;

/** Built-in texts of the component library, and dayjs. All components share them. */
const LIBRARY_WORDS =
  /dayjs[\\/]dayjs\.min|locale[\\/](?:en_US|common)\.|rc-component[\\/]pagination[\\/].*locale[\\/]/;
/** The component library without its texts in other languages. Those load by language, not by page. */
const COMPONENT_LIBRARY = /node_modules[\\/](?:antd|@ant-design|@rc-component)[\\/](?!.*locale)/;
/** Index file of a feature. It exports more than each importer uses; tree shaking later drops the rest. */
const FRONT_DOOR = /[\\/]features[\\/][^\\/]+[\\/]index\.ts$/;

/**
 * Returns the ids of our own modules in the frame: all modules that the entries import, directly or not. Modules that
 * need the component library are left out; otherwise the first page loads components it does not show. Below the index
 * of another feature only .ts files count (queries, addresses, logic), no components.
 */
function frameModules(context: Context): ReadonlySet<string> {
  const importsOf = (id: string): readonly string[] => context.getModuleInfo(id)?.importedIds ?? [];
  const heavy = new Map<string, boolean>();
  const needsComponents = (id: string): boolean => {
    if (id.includes('node_modules')) return COMPONENT_LIBRARY.test(id);
    if (THEMING.has(id) || FRONT_DOOR.test(id)) return false;
    const known = heavy.get(id);
    if (known !== undefined) return known;
    heavy.set(id, false); // ends an import cycle
    const answer = importsOf(id).some(needsComponents);
    heavy.set(id, answer);
    return answer;
  };
  const frame = new Set<string>();
  const seen = new Set<string>();
  const walk = (id: string, behindDoor: boolean): void => {
    if (seen.has(id) || id.includes('node_modules') || needsComponents(id)) return;
    if (behindDoor && /\.tsx$/.test(id)) return;
    seen.add(id);
    const isDoor = FRONT_DOOR.test(id);
    if (!isDoor) frame.add(id);
    for (const next of importsOf(id)) walk(next, behindDoor || isDoor);
  };
  for (const id of FRAME_ENTRIES) walk(id, false);
  return frame;
}

/**
 * Splits the client into files. The first page needs two: `base` (libraries, which change less often) and `app`.
 * `frame` holds the frame of the signed-in pages and the home page. The component library splits by the pages that use
 * each part. The result is few requests, and no page loads the components of another.
 */
export function chunks(): Splitting {
  let modules: ReadonlySet<string> | null = null;
  const isFrame = (id: string, context: Context): boolean => {
    modules ??= frameModules(context);
    return modules.has(id) || (FRAME_LIBRARIES.test(id) && !PAGE_CALLS.test(id)) || SMALL_SHARED.test(id);
  };
  return {
    groups: [
      { name: 'base', test: /node_modules|rolldown[\\/]runtime/, tags: ['$initial'], priority: 40 },
      { name: 'app', tags: ['$initial'], priority: 30 },
      { name: 'words', test: LIBRARY_WORDS, priority: 28 },
      { name: 'antd', test: COMPONENT_LIBRARY, minShareCount: 2, entriesAware: true, priority: 25 },
      { debugName: 'frame', name: (id, context) => (isFrame(id, context) ? 'frame' : null), priority: 20 },
    ],
  };
}

/**
 * The default name of a shared chunk lists all its users. The first name is enough, because the hash makes the file
 * name unique.
 */
export const chunkFileNames = ({ name }: { name: string }): string => `assets/${name.split('~', 1)[0]}-[hash].js`;
