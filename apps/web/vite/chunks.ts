import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const SRC = join(import.meta.dirname, '../src');
const inSrc = (file: string): string => join(SRC, file);

/** What the first page behind sign-in is made of: the frame and the home page. */
const FRAME_ENTRIES = ['app/signed-in.tsx', 'features/home/pages/home-page.tsx'].map(inSrc);
/** The frame needs the component library's theme, and nothing else of it. */
const THEMING = new Set(['app/providers.tsx', 'ui/look/theme.ts'].map(inSrc));
/** Every signed-in page asks calls and knows their schemas. */
const FRAME_LIBRARIES =
  /node_modules[\\/](?:zod|@tanstack[\\/](?:react-query|query-core))[\\/]|packages[\\/]contract[\\/]/;

/** The component library's built-in words and dayjs, which all of its pieces share. */
const LIBRARY_WORDS =
  /dayjs[\\/]dayjs\.min|locale[\\/](?:en_US|common)\.|rc-component[\\/]pagination[\\/].*locale[\\/]/;
/** Without its texts in other languages: they are loaded by language, not by page. */
const COMPONENT_LIBRARY = /node_modules[\\/](?:antd|@ant-design|@rc-component)[\\/](?!.*locale)/;
/** A feature's front door names more than one asks it for; what is not used falls away later. */
const FRONT_DOOR = /[\\/]features[\\/][^\\/]+[\\/]index\.ts$/;

/**
 * Our own modules that make up the frame: all that import statements reach from its entries, but none that needs the component
 * library, or the first page would load components it does not show. Behind another feature's front door only what is no
 * component (.ts) counts: questions, addresses, logic.
 */
function frameModules(context: Context): ReadonlySet<string> {
  const importsOf = (id: string): readonly string[] => context.getModuleInfo(id)?.importedIds ?? [];
  const heavy = new Map<string, boolean>();
  const needsComponents = (id: string): boolean => {
    if (id.includes('node_modules')) return COMPONENT_LIBRARY.test(id);
    if (THEMING.has(id) || FRONT_DOOR.test(id)) return false;
    const known = heavy.get(id);
    if (known !== undefined) return known;
    heavy.set(id, false); // a cycle comes back here
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
 * How the client is cut into files: what the first page needs in two (libraries change less often than we do), the frame of the
 * signed-in pages with the home page in one, and the component library in pieces by the pages that use them. Few requests, and no
 * page loads another one's components.
 */
export function chunks(): Splitting {
  let modules: ReadonlySet<string> | null = null;
  const isFrame = (id: string, context: Context): boolean => {
    modules ??= frameModules(context);
    return modules.has(id) || FRAME_LIBRARIES.test(id);
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

/** Pieces by use are named by all their users; the hash tells them apart well enough. */
export const chunkFileNames = ({ name }: { name: string }): string => `assets/${name.split('~', 1)[0]}-[hash].js`;
