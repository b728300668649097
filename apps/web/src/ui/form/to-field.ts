/**
 * Scroll options for a field with an error: always to the middle. At the edge, its label and its message are cut off.
 */
export const TO_FIELD = { focus: true, block: 'center', scrollMode: 'always' } as const;
