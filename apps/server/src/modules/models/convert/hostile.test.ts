import { describe, expect, it } from 'vitest';
import { HOSTILE_KINDS, writeHostile, type HostileKind } from '../../../testing/ifc/index.ts';
import { conversionBench } from './fixtures/bench.fixture.ts';
import { outcomeOf, OUTCOMES } from './fixtures/hostile.fixture.ts';
import { openFrag } from './index.ts';
import type { ConvertResult, FragReader } from './index.ts';

const { convert } = conversionBench({ timeoutMs: 25_000 });

interface Ended {
  readonly result: ConvertResult;
  readonly reader: FragReader | null;
}
const ended = new Map<HostileKind, Promise<Ended>>();

/** The result for a kind, converted by the first test that needs it. The bench empties its folder after each test. */
function endOf(kind: HostileKind): Promise<Ended> {
  const known = ended.get(kind) ?? convertAndOpen(kind);
  ended.set(kind, known);
  return known;
}

async function convertAndOpen(kind: HostileKind): Promise<Ended> {
  const result = await convert(writeHostile(kind));
  return { result, reader: result.ok ? await openFrag(result.fragPath) : null };
}

describe('hostile input', () => {
  it.each(HOSTILE_KINDS)('%s ends with its expected outcome, in time', async (kind) => {
    const { result } = await endOf(kind);
    expect(outcomeOf(result)).toBe(OUTCOMES[kind]);
    if (!result.ok) {
      expect(result.detail.length).toBeGreaterThan(5);
      expect(result.detail).not.toMatch(/\n\s+at /);
    }
  });

  it('names the line of a text that is never closed', async () => {
    const text = writeHostile('unclosed_string').toString();
    const line = text.split('\n').findIndex((entity) => /'Pset_WallCommon,/.test(entity)) + 1;
    expect(await convert(text)).toMatchObject({ detail: expect.stringContaining(`line ${line} `) });
  });

  it.each(['utf8_names', 'gbk_names', 'cyclic'] as const)('keeps the Chinese names of %s readable', async (kind) => {
    const { result, reader } = await endOf(kind);
    expect(result.ok && result.meta.storeys.map(({ name }) => name)).toEqual(['一层', '二层']);
    const wall = reader
      ?.guids()
      .map((guid) => reader.component(guid))
      .find((component) => component?.category === 'IFCWALL');
    expect(wall?.name).toMatch(/^外墙 /);
    expect(wall?.propertySets.map(({ name }) => name)).toContain('审图信息');
  });

  it('keeps the schema name of the file', async () => {
    const { result } = await endOf('odd_schema_name');
    expect(result.ok && result.meta.schema).toBe('IFC4_ADD2_TC1');
  });
});
