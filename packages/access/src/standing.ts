/** A person, reduced to the keys of some or all roles in the enterprise. */
export interface Holder {
  readonly roles: readonly { readonly key: string | null }[];
}

/**
 * Whether a built-in role makes the person superAdmin. Few rules ask about a person instead of an action: the list of
 * projects, and changes to a superAdmin. For an action use decide(), which also gives the reasons. The key decides: a
 * role that is only named "superAdmin" is ordinary.
 */
export const isSuperAdmin = ({ roles }: Holder): boolean => roles.some(({ key }) => key === 'superAdmin');

/** The leading manager (specification, section 6): sees every project, and the own list decides the actions in each. */
export const isLeader = ({ roles }: Holder): boolean => roles.some(({ key }) => key === 'leader');

/** superAdmin and leader see every project of their enterprise without membership (specification, section 6). */
export const seesAllProjects = (holder: Holder): boolean => isSuperAdmin(holder) || isLeader(holder);
