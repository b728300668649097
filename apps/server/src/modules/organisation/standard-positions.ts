/** Positions a fresh enterprise begins with, by key; names: locales, seed.positions. */
export const STANDARD_POSITIONS = [
  'general_manager',
  'deputy_general_manager',
  'chief_engineer',
  'room_director',
  'project_manager',
  'professional_leader',
  'senior_engineer',
  'engineer',
  'assistant_engineer',
  'administrator',
] as const;
