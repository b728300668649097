import type { ImportEdge } from './imports.ts';

/** The tier of every domain (ARCHITECTURE.md). A module may import only lower ones; the web's features follow the same table. */
export const TIERS: Readonly<Record<string, number>> = {
  areas: 0,
  audit: 0,
  config: 0,
  identity: 1,
  organisation: 2,
  notices: 2,
  map: 2,
  projects: 3,
  files: 4,
  processes: 5,
  comments: 5,
  attachments: 5,
  models: 6,
  tasks: 6,
  meetings: 6,
  finance: 6,
  attendance: 6,
  opinions: 7,
  reports: 7,
  boards: 8,
  access: 8,
  me: 8,
  home: 8,
  help: 8,
};

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const isTest = (path: string): boolean =>
  /\.(test|spec|faults|e2e)\.tsx?$/.test(path) ||
  path.startsWith(`${SERVER}testing/`) ||
  path.startsWith('apps/server/seed/');

const IDS = `${SERVER}platform/ids/`;
const JUDGED = `${IDS}judged.ts`;
/** Creates authorised records without a check. */
const BY_SYSTEM = `${IDS}authorized-by-system.ts`;
const MAY_AUTHORISE = /\.(jobs|handlers)\.ts$/;

const domainIn = (path: string, folder: string): string | null =>
  path.startsWith(folder) ? (path.slice(folder.length).split('/', 1)[0] ?? null) : null;
const isModuleIndex = (path: string, folder: string, domain: string): boolean => path === `${folder}${domain}/index.ts`;

/** The complaint about an import, or null. */
export function judge({ from, to, inside }: ImportEdge): string | null {
  if (isTest(from)) return null; // a test may look anywhere
  return judgePackages(from, to, inside) ?? judgeServer(from, to, inside) ?? judgeWeb(from, to, inside);
}

function judgePackages(from: string, to: string, inside: boolean): string | null {
  if (from.startsWith('packages/contract/src/')) {
    const isCipher = from === 'packages/contract/src/kit/cipher.ts' && to === '@noble/ciphers/aes.js';
    if (inside ? !to.startsWith('packages/contract/src/') : to !== 'zod' && !isCipher)
      return 'contract imports nothing but zod and itself (rule 6); cipher.ts alone has its cipher';
  }
  if (from.startsWith('packages/access/src/') && !to.startsWith('packages/access/src/'))
    return 'access imports nothing (rule 6)';
  if (from.startsWith('packages/locales/src/') && inside && !to.startsWith('packages/locales/'))
    return 'locales imports nothing of ours (rule 6)';
  if (from.startsWith('packages/viewer/src/')) {
    if (/^react(-dom)?(\/|$)/.test(to)) return 'the viewer knows no React (rule 7)';
    if (inside && !to.startsWith('packages/viewer/')) return 'the viewer imports nothing of ours (rule 6)';
  }
  return null;
}

function judgeServer(from: string, to: string, inside: boolean): string | null {
  if (!from.startsWith(SERVER)) return null;
  if (!inside) return judgeServerPackages(from, to);
  if (to.startsWith('apps/web/') || to.startsWith('packages/viewer/'))
    return 'the server never imports the browser side';
  if (to.startsWith(`${SERVER}testing/`)) return 'only tests use the test folder';
  if (from.startsWith(`${SERVER}platform/`) && !to.startsWith(`${SERVER}platform/`) && to.startsWith(SERVER))
    return 'platform imports no module (rule 5)';
  if (to === BY_SYSTEM && !MAY_AUTHORISE.test(from))
    return 'only work that no request asked for authorises a record by the system: jobs, listeners, seeds, tests (rule 10)';
  if (to === JUDGED && !from.startsWith(IDS)) return 'only the gates mark a record as judged (rule 10)';
  const own = domainIn(from, `${SERVER}modules/`);
  const other = domainIn(to, `${SERVER}modules/`);
  if (own === null) return null;
  if (/\.events\.ts$/.test(from) && to.startsWith(SERVER) && !to.startsWith(`${SERVER}platform/`))
    return 'events import only contract and platform (rule 3)';
  if (/\.routes\.ts$/.test(from) && /(\.repo|\/db|\/db-types)\.ts$/.test(to))
    return 'routes never touch the database (rule 4)';
  if (other === null || other === own) return null;
  if (/\.events\.ts$/.test(to)) return null;
  if (!isModuleIndex(to, `${SERVER}modules/`, other))
    return `only ${other}/index.ts or its events may be imported (rule 2)`;
  return judgeTiers(own, other);
}

function judgeServerPackages(from: string, to: string): string | null {
  if (/^(react|antd|three|@thatopen\/components)/.test(to)) return 'the server never imports the browser side';
  const module = domainIn(from, `${SERVER}modules/`);
  if (module !== null && /\.routes\.ts$/.test(from) && /^(pg|kysely)$/.test(to))
    return 'routes never touch the database (rule 4)';
  if (module !== null && /^(fastify|pg|pg-boss)$/.test(to)) return `${to} stands behind the platform`;
  return null;
}

function judgeTiers(own: string, other: string): string | null {
  const [mine, theirs] = [TIERS[own], TIERS[other]];
  if (mine === undefined) return `${own} has no tier`;
  if (theirs === undefined) return `${other} has no tier`;
  return theirs < mine ? null : `${own} (tier ${mine}) may not import ${other} (tier ${theirs}) (rule 1)`;
}

function judgeWeb(from: string, to: string, inside: boolean): string | null {
  if (!from.startsWith(WEB)) return null;
  if (!inside) return /^(three|@thatopen)(\/|$)/.test(to) ? 'only packages/viewer imports three and @thatopen' : null;
  if (to.startsWith('apps/server/')) return 'the web never imports the server (rule 7)';
  const shared = from.startsWith(`${WEB}ui/`) || from.startsWith(`${WEB}lib/`);
  if (shared && (to.startsWith(`${WEB}features/`) || to.startsWith(`${WEB}app/`)))
    return 'ui and lib import no feature';
  const own = domainIn(from, `${WEB}features/`);
  const other = domainIn(to, `${WEB}features/`);
  if (own === null) return null;
  if (to.startsWith(`${WEB}app/`)) return 'features do not know the app';
  if (other === null || other === own) return null;
  if (!isModuleIndex(to, `${WEB}features/`, other)) return `only ${other}/index.ts may be imported (rule 2)`;
  return judgeTiers(own, other);
}

const SOURCES_MAX = 20;
const NO_SOURCE =
  /\.(?:test|spec|faults|e2e|fixture|d)\.tsx?$|(?:^|\/)(?:fixtures|faults|migrations)\/|^packages\/locales\/|^e2e\//;

/** Folders with too many source files of their own (sub-folders count by themselves), and exemptions that nothing needs any more. */
export function findCrowded(files: readonly string[], exempt: ReadonlySet<string> = new Set()): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!/\.(?:tsx?|css|mjs)$/.test(file) || NO_SOURCE.test(file)) continue;
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > SOURCES_MAX);
  return [
    ...crowded
      .filter(([folder]) => !exempt.has(folder))
      .map(([folder, count]) => `${folder}: ${count} source files, at most ${SOURCES_MAX} are allowed in a folder`),
    ...[...exempt]
      .filter((folder) => !crowded.some(([name]) => name === folder))
      .map((folder) => `${folder}: needs no exemption from ${SOURCES_MAX} source files, remove its line`),
  ];
}

const LINES_MAX = 450;
/** Written by a tool. */
const GENERATED = /^apps\/server\/src\/platform\/db-types\.ts$/;

/** Files with too many lines, tests and style sheets included. `linesOf` counts the lines of a file. */
export function findLong(files: readonly string[], linesOf: (file: string) => number): string[] {
  return files
    .filter((file) => /\.(?:tsx?|css|mjs)$/.test(file) && !GENERATED.test(file))
    .map((file) => ({ file, lines: linesOf(file) }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${LINES_MAX} are allowed in a file`);
}
