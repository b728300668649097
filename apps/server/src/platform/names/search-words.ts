import { pinyin } from 'pinyin-pro';

/** Search words of a name in Latin letters: full pinyin and initials. `surname: head` reads 单 as Shan when it is a family name. */
export function searchWords(name: string): { pinyin: string; initials: string } {
  const options = { toneType: 'none', surname: 'head', type: 'array' } as const;
  const syllables = pinyin(name, options);
  return {
    pinyin: syllables.join('').toLowerCase(),
    initials: syllables
      .map((syllable) => syllable[0] ?? '')
      .join('')
      .toLowerCase(),
  };
}
