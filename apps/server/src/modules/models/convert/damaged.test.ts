import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { conversionBench } from './bench.fixture.ts';
import { failureOf } from './failure.ts';

const { convert, converted, source } = conversionBench();
const text = writeSmallBuilding({ storeys: 1 });

describe('a file that is not what its header says', () => {
  it('tells how many entities its schema does not have: a building without its walls is not whole', async () => {
    const walls = text.match(/=IFCWALL\(/g)?.length ?? 0;
    expect(walls).toBeGreaterThan(3);
    const { meta } = await converted(text.replaceAll('=IFCWALL(', '=IFCWALLOFTOMORROW('));
    expect(meta.warnings).toEqual([{ code: 'unknown_entities', detail: String(walls) }]);
    expect((await converted(text)).meta.warnings).toEqual([]);
  });

  it('is damaged when two entities have one number', async () => {
    const thrown = new Error('memory access out of bounds');
    const [, id = ''] = /^#(\d+)=IFCCOLUMN\(/m.exec(text) ?? [];
    await writeFile(source(), text.replace(/^#\d+=IFCSLAB\(/m, `#${id}=IFCSLAB(`));
    expect(await failureOf(thrown, source())).toEqual({ reason: 'truncated', detail: `#${id} is given twice` });
    await writeFile(source(), text);
    expect(await failureOf(thrown, source())).toMatchObject({ reason: 'internal' });
  });

  describe('with places that are no numbers', () => {
    const nowhere = '#900001=IFCCARTESIANPOINT((1.E400,0.,0.));';
    const withPoint = text.replace('ENDSEC;\nEND-ISO', `${nowhere}\nENDSEC;\nEND-ISO`);
    const axesAt = (id: string) => new RegExp(`^(#${id}=IFCAXIS2PLACEMENT3D\\()#\\d+`, 'gm');

    it('tells how many shapes are drawn nowhere', async () => {
      const place = /=IFCCOLUMN\('[^']*',[^,]*,'[^']*',[^,]*,[^,]*,#(\d+),/.exec(text)?.[1] ?? '';
      const axes = new RegExp(`^#${place}=IFCLOCALPLACEMENT\\([^,]*,#(\\d+)\\)`, 'm').exec(text)?.[1] ?? '';
      const { meta } = await converted(withPoint.replace(axesAt(axes), '$1#900001'));
      expect(meta.warnings).toEqual([{ code: 'shapes_placeless', detail: '1' }]);
      expect(meta.bbox).not.toBeNull();
    });

    it('is empty when nothing else is left', async () => {
      expect(await convert(withPoint.replaceAll(axesAt('\\d+'), '$1#900001'))).toMatchObject({ reason: 'empty' });
    });
  });

  it('with shapes further from the origin than can be drawn exactly says so, not that it is empty', async () => {
    // The points themselves, not the place of the thing: that one is brought near by whoever draws it.
    const [, outline = ''] = /=IFCPOLYLINE\(\(([^)]*)\)\)/.exec(text) ?? [];
    let far = text.replaceAll(/^#\d+=IFC(?:WALL|COLUMN|DOOR|WINDOW|SPACE|FURNITURE|DUCTSEGMENT)\(.*\n/gm, '');
    for (const [at, id] of [...new Set(outline.split(','))].entries()) {
      const point = `${id}=IFCCARTESIANPOINT((${(at + 1) * 5e8}.,${(at + 1) * (at + 1) * 4e9}.));`;
      far = far.replace(new RegExp(`^${id}=IFCCARTESIANPOINT\\(.*$`, 'm'), point);
    }
    expect(await convert(far)).toMatchObject({ ok: false, reason: 'too_far' });
  });
});
