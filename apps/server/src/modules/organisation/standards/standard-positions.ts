/** Positions of a new enterprise, by key. Names: locales, seed.positions. */
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
