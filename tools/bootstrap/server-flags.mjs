/**
 * Node flags of the server. V8 sizes its young generation by the machine's memory: up to 128 MB on a large machine, which it fills before it collects
 * (docs/decisions/0011-young-generation.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];
