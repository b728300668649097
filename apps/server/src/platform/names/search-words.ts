import { pinyin } from 'pinyin-pro';

const NO_WORD = /[^\p{L}\p{N}]/gu;

/**
 * Search words of a name in Latin letters: full pinyin and initials. Only letters and digits stay, so that 云栖（二期） is found as
 * `yqeq`. `person` reads 单 at the beginning as Shan, because it is a family name. The words are never empty for a name with a visible
 * character.
 */
export function searchWords(name: string, kind: 'person' | 'thing' = 'person'): { pinyin: string; initials: string } {
  const surname = kind === 'person' ? 'head' : 'off';
  const syllables = pinyin(name, { toneType: 'none', surname, type: 'array' });
  const joined = (parts: readonly string[]): string => {
    const word = parts.join('').toLowerCase();
    return word.replace(NO_WORD, '') || word;
  };
  return { pinyin: joined(syllables), initials: joined(syllables.map((syllable) => [...syllable][0] ?? '')) };
}
