/** Which characters a person can see. A leaf without zod: names of files are checked by it in the browser before a byte is sent. */

/**
 * Turn the reading direction of what follows: "exe.png" reads "gnp.exe" behind one of them. Marks (U+200E, U+200F) that come along
 * when something is copied out of a window are not among them.
 */
export const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** Something that leaves ink: not a blank, not an unassigned or format character, not an accent without a letter below it. */
const INK = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything at all; one that does not could stand in a list as an entry nobody can find or click. */
export const isVisible = (text: string): boolean => INK.test(text);
