declare module 'virtual:texts/*' {
  const texts: Record<string, Record<string, unknown>>;
  export default texts;
}
