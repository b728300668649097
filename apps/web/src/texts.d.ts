declare module 'virtual:manual/*' {
  const chapters: readonly import('../vite/markdown.ts').Chapter[];
  export default chapters;
}

declare module 'virtual:texts/*' {
  const texts: Record<string, Record<string, unknown>>;
  export default texts;
}

declare module 'virtual:pinyin' {
  /** Syllables of the Chinese text, by text key. */
  const syllables: Readonly<Record<string, string>>;
  export default syllables;
}
