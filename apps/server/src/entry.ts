import { sql, type Kysely } from 'kysely';
import type { Clock } from './platform/clock.ts';
import type { ModuleDb } from './platform/db.ts';
import type { Gate } from './platform/http/mount.ts';
import { prepared } from './platform/prepared.ts';
import { sessionAt, type Identity, type IdentityTables, type SessionRow } from './modules/identity/index.ts';
import {
  personAt,
  principalOf,
  rolesAt,
  type Organisation,
  type OrganisationTables,
  type PersonRow,
  type StoredRole,
} from './modules/organisation/index.ts';
import {
  membershipsAt,
  projectMapOf,
  todayOf,
  type MembershipRow,
  type ProjectsTables,
} from './modules/projects/index.ts';

/** The tables of the three modules that provide the caller and the rights. */
export interface EntrySlices {
  readonly identity: ModuleDb<IdentityTables>;
  readonly organisation: ModuleDb<OrganisationTables>;
  readonly projects: ModuleDb<ProjectsTables>;
}

/** A valid session with all data of the caller's rights, read in one snapshot of the database. */
export interface EntryRow extends SessionRow {
  readonly person: PersonRow | null;
  readonly memberships: readonly MembershipRow[];
  /** The project roles in the memberships. */
  readonly roles: readonly StoredRole[];
}

/**
 * Reads the session and the rights of a call in one statement. Each module writes the part on its own tables. Only the ids of the session
 * and of the roles pass between the parts (docs/decisions/0010-one-statement-for-session-and-rights.md).
 */
export function entryReader({ identity, organisation, projects }: EntrySlices, clock: Clock) {
  const entry = prepared('entry', (_db: Kysely<IdentityTables>, hash: Buffer, today: string) => {
    const enterpriseId = sql.ref<number>('session.enterprise_id');
    const person = personAt(organisation.read, enterpriseId, sql.ref<number>('session.user_id'));
    const memberships = membershipsAt(projects.read, enterpriseId, sql.ref<number>('session.user_id'), today);
    const roles = rolesAt(organisation.read, enterpriseId, sql.ref<number[]>('held.role_ids'));
    const statement = sql<EntryRow>`
      select session.*,
        (select to_json(p) from ${person} p) as person,
        held.list as memberships,
        (select coalesce(json_agg(r), '[]') from ${roles} r) as roles
      from ${sessionAt(identity.read, hash)} session
      cross join lateral (
        select coalesce(json_agg(m), '[]') as list, array_agg(distinct m.role_id) as role_ids from ${memberships} m
      ) held`;
    return { compile: () => statement.compile(identity.read) };
  });
  return async (hash: Buffer): Promise<EntryRow | undefined> =>
    (await entry(identity.read, hash, todayOf({ clock })))[0];
}

/** Authenticates every call and the live channel. */
export function gateOf(
  modules: { readonly identity: Identity; readonly organisation: Organisation },
  find: ReturnType<typeof entryReader>,
): Gate {
  const { identity, organisation } = modules;
  const isAlive: Gate['isAlive'] = ({ enterpriseId, id }) => identity.isSessionAlive(enterpriseId, id);
  return {
    acceptsBearer: identity.acceptsSso,
    async sessionOf(token, { mayRotate }) {
      const known = await identity.enterWith(token, { mayRotate, find });
      if (!known) return null;
      const { enterpriseId, userId } = known.session;
      const person = organisation.personOf(enterpriseId, known.row.person);
      if (!person) return null;
      const roles = new Map(known.row.roles.map((role) => [role.id, role]));
      return {
        session: { ...known.session, name: person.name },
        principal: principalOf(enterpriseId, userId, person, projectMapOf(known.row.memberships, roles)),
        replacement: known.replacement,
      };
    },
    isAlive,
    async principalNow(session) {
      const { enterpriseId, userId } = session;
      if (!(await isAlive(session))) return null;
      return (await organisation.principalsOf(enterpriseId, [userId])).get(userId)?.principal ?? null;
    },
  };
}
