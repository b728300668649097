/**
 * How a form leads to a field that is wrong: into the middle, and also when it is just in sight, because at the edge its label and what is
 * said about it are cut off.
 */
export const TO_FIELD = { focus: true, block: 'center', scrollMode: 'always' } as const;
