import type { Principal } from '@prdm/access';
import { accessWhy } from '@prdm/contract/organisation/access';
import { CODES } from '@prdm/contract/codes';
import { SUBJECT_KINDS } from '@prdm/contract/kit';
import { buildApp } from '../../app.ts';
import { gateOf } from '../../entry.ts';
import { why } from '../../modules/access/why.ts';
import { AppError } from '../../platform/errors.ts';
import { explain } from '../../platform/explain/explain.ts';
import { SubjectKinds, type SubjectKind } from '../../platform/http/subjects.ts';
import { authorizedBySystem } from '../../platform/ids/authorized-by-system.ts';
import type { TestApp } from '../servers/start-app.ts';
import { readGolden } from './golden.ts';
import type { Asking } from './why.ts';
import { PLACES, type MatrixWorld } from './world.ts';

/**
 * Asks inside the program, so that every cell takes seconds. Rights and records are read once, because no question
 * changes them. Calls get the accepted cells, which access-matrix.test.ts compares with real calls.
 */
export async function insideTheProgram(app: TestApp, { tokens }: MatrixWorld): Promise<Asking> {
  const { projects, organisation } = app.modules;
  const accepted = cellsIn(await readGolden());
  const kinds = await rememberedKinds(app);
  const sources = {
    organisation: {
      names: once(organisation.names),
      roleNames: once(organisation.roleNames),
    },
    projects: { callerNow: once(projects.callerNow), names: once(projects.names), scopeOf: once(projects.scopeOf) },
  };
  const { sessionOf } = gateOf(app.modules, app.modules.readEntry);
  const callerOf = once(async (actor: string) => {
    const known = await sessionOf(tokens[actor] ?? '', { ip: '', agent: '', mayRotate: false });
    if (!known) throw new Error(`${actor} is not signed in`);
    return known.principal;
  });
  return {
    call: ({ method, path }, { actor, place }) =>
      Promise.resolve(accepted.get(`${method} ${path},${actor}`)?.[PLACES.indexOf(place)] ?? 'no accepted cell'),
    async why({ user_id, ...question }, asker) {
      const { call, method, subjects } = accessWhy.input.parse(question);
      const person = user_id === undefined ? null : authorizedBySystem({ id: user_id });
      try {
        const data = await why(sources, (asked) => explain(kinds, asked), {
          principal: await callerOf(asker),
          lang: 'zh',
          person,
          call,
          method,
          records: subjects,
        });
        return { code: CODES.ok, msg: '', data };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { code: error.code, msg: error.key, data: null };
      }
    },
  };
}

const cellsIn = (csv: string): Map<string, string[]> =>
  new Map(
    csv
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .map(([endpoint = '', actor = '', ...cells]) => [`${endpoint},${actor}`, cells]),
  );

/** The kinds of the program. Each record is loaded once for each caller. */
async function rememberedKinds(app: TestApp): Promise<SubjectKinds> {
  const remembered = new SubjectKinds();
  const probe = await buildApp(app.platform, app.modules, app.env, {
    also(_mount, kinds) {
      for (const name of SUBJECT_KINDS) {
        const kind = kinds.find(name);
        if (kind) remembered.add(rememberedKind(kind));
      }
    },
  });
  await probe.close();
  return remembered;
}

function rememberedKind(kind: SubjectKind<unknown>): SubjectKind<unknown> {
  const { load, loadByKey, readableAmong } = kind;
  return Object.assign(Object.create(kind) as SubjectKind<unknown>, {
    kind: kind.kind,
    load: once(load.bind(kind)),
    ...(loadByKey ? { loadByKey: once(loadByKey.bind(kind)) } : {}),
    ...(readableAmong ? { readableAmong: once(readableAmong.bind(kind)) } : {}),
  });
}

/** Calls a function once for equal arguments. A principal counts by its person, its projects and those it may read. */
function once<A extends readonly unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  const known = new Map<string, R>();
  return (...given) => {
    const key = JSON.stringify(given, (_name, value: unknown) => keyOf(value));
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = work(...given);
    known.set(key, made);
    return made;
  };
}

function keyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('projectAccess' in value)) return value;
  const { userId, projectAccess, readableProjects } = value as Principal;
  return `${userId} ${Object.keys(projectAccess).join()} ${[...(readableProjects ?? [])].join()}`;
}
