import { describe, expect, it } from 'vitest';
import { encodeGb18030, HOSTILE_KINDS, ifcGuid, writeHostile, writeSmallBuilding } from './index.ts';
import { formatReal, formatText } from './step.ts';
import { storeyNumeral } from './storey.ts';

function guidsOf(text: string): string[] {
  return [...text.matchAll(/^#\d+=IFC\w+\('([0-9A-Za-z_$]{22})',/gm)].map(([, guid]) => guid ?? '');
}

/** Dimensions of all rectangular profiles. */
function profiles(variety: number): string[] {
  const text = writeSmallBuilding({ variety, storeys: 6 });
  return Array.from(text.matchAll(/=IFCRECTANGLEPROFILEDEF\(([^)]*)\)/g), ([, dimensions = '']) => dimensions);
}

describe('the writer of IFC files', () => {
  it('gives the same bytes for the same seed and others for another', () => {
    expect(writeSmallBuilding({ variety: 1 })).toBe(writeSmallBuilding({ variety: 1 }));
    expect(writeSmallBuilding({ seed: 'other' })).not.toBe(writeSmallBuilding());
  });

  it('gives every entity a GlobalId of its own, the same in the next version of the building', () => {
    const guids = guidsOf(writeSmallBuilding());
    expect(guids.length).toBeGreaterThan(500);
    expect(new Set(guids).size).toBe(guids.length);
    expect(guids.every((guid) => /^[0-3]/.test(guid))).toBe(true);
    const taller = new Set(guidsOf(writeSmallBuilding({ storeys: 4 })));
    expect(guids.every((guid) => taller.has(guid))).toBe(true);
    expect(guids).toContain(ifcGuid('office', 'building-1/2/slab'));
  });

  it('refers only to entities that it has written', () => {
    const text = writeSmallBuilding({ variety: 1, storeys: 1 });
    const written = new Set([...text.matchAll(/^#(\d+)=/gm)].map(([, id]) => id));
    const body = text.replaceAll(/'(?:[^']|'')*'/g, '');
    for (const [, id] of body.matchAll(/[(,]#(\d+)/g)) expect(written).toContain(id);
  });

  it('makes as many components as storeys and bays demand', () => {
    const text = writeSmallBuilding({ storeys: 2, baysX: 3, baysY: 1 });
    const count = (type: string): number => text.split(`=${type}(`).length - 1;
    expect(count('IFCBUILDINGSTOREY')).toBe(2);
    expect(count('IFCSLAB')).toBe(2);
    expect(count('IFCCOLUMN')).toBe(2 * 4 * 2);
    expect(count('IFCSPACE')).toBe(2 * 3);
    expect(count('IFCRELVOIDSELEMENT')).toBe(count('IFCDOOR') + count('IFCWINDOW'));
  });

  it('makes no two columns alike when variety is set', () => {
    expect(new Set(profiles(0)).size).toBeLessThan(12);
    expect(new Set(profiles(1)).size).toBeGreaterThan(200);
  });

  it('escapes text as the standard demands', () => {
    expect(formatText("it's 一层\\", 'x2')).toBe("'it''s \\X2\\4E005C42\\X0\\\\\\'");
    expect(formatText('一层', 'raw')).toBe("'一层'");
    expect([3, 0.5, -1e-7, 1e21].map(formatReal)).toEqual(['3.', '0.5', '0.', '1e+21.']);
  });

  it('encodes GB18030 so that the decoder gives the text back', () => {
    const text = '一层平面图：外墙 A-1（防火）';
    const bytes = encodeGb18030(text);
    expect(new TextDecoder('gb18030', { fatal: true }).decode(bytes)).toBe(text);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
    expect(() => encodeGb18030('😀')).toThrow(RangeError);
  });

  it('counts storeys in Chinese', () => {
    expect([1, 9, 10, 12, 20, 21, 105].map(storeyNumeral)).toEqual(['一', '九', '十', '十二', '二十', '二十一', '105']);
  });

  it('makes every hostile input differ from the valid one', () => {
    const inputs = HOSTILE_KINDS.map((kind) => writeHostile(kind).toString('latin1'));
    expect(new Set(inputs).size).toBe(HOSTILE_KINDS.length);
  });
});
