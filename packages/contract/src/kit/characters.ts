/**
 * Rules for visible characters. This file has no zod, because the browser uses it to check file names before an
 * upload.
 */

/**
 * Characters that change the reading direction of the following text: "exe.png" behind one reads "gnp.exe". The marks
 * U+200E and U+200F are allowed, because they come along when users copy text.
 */
export const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** A visible character. It is not a blank, an unassigned or format character, or an accent without a letter. */
const INK = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything. A list entry without visible text could not be found or clicked. */
export const isVisible = (text: string): boolean => INK.test(text);
