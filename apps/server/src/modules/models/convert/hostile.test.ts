import { describe, expect, it } from 'vitest';
import { HOSTILE_KINDS, writeHostile } from '../../../testing/ifc/index.ts';
import { conversionBench } from './bench.fixture.ts';
import { outcomeOf, OUTCOMES } from './hostile.fixture.ts';
import { openFrag } from './index.ts';

const { convert, converted } = conversionBench({ timeoutMs: 25_000 });

describe('hostile input', () => {
  it.each(HOSTILE_KINDS)('%s ends as it must, in time', async (kind) => {
    const result = await convert(writeHostile(kind));
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
    const { meta, fragPath } = await converted(writeHostile(kind));
    expect(meta.storeys.map(({ name }) => name)).toEqual(['一层', '二层']);
    const reader = await openFrag(fragPath);
    const wall = reader
      .guids()
      .map((guid) => reader.component(guid))
      .find((component) => component?.category === 'IFCWALL');
    expect(wall?.name).toMatch(/^外墙 /);
    expect(wall?.propertySets.map(({ name }) => name)).toContain('审图信息');
  });

  it('remembers the schema as the file names it', async () => {
    const { meta } = await converted(writeHostile('odd_schema_name'));
    expect(meta.schema).toBe('IFC4_ADD2_TC1');
  });
});
