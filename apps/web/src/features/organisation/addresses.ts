export const STAFF_PATH = '/company/staff';
/** Address of a person, open beside the list of the staff. */
export const personPath = (id: number): string => `${STAFF_PATH}?user=${id}`;
