/** What these questions look at: the keys of the roles somebody holds in the enterprise, or of some of them. */
export interface Holder {
  readonly roles: readonly { readonly key: string | null }[];
}

/**
 * What somebody is by a built-in role, for the few rules that ask about a person and not about an action: whom only a superAdmin may touch,
 * which projects are listed. An action is asked of decide(), which also says why. By key: a role that somebody named "superAdmin" is an ordinary one.
 */
export const isSuperAdmin = ({ roles }: Holder): boolean => roles.some(({ key }) => key === 'superAdmin');

/** The leading manager (specification, section 6): sees every project, and does in each what stands in the own list. */
export const isLeader = ({ roles }: Holder): boolean => roles.some(({ key }) => key === 'leader');

/** superAdmin and leader see every project of their enterprise, without being a member (specification, section 6). */
export const seesAllProjects = (holder: Holder): boolean => isSuperAdmin(holder) || isLeader(holder);
