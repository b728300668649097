import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { conversionBench } from './fixtures/bench.fixture.ts';
import { failureOf } from './failure.ts';

const { convert, converted, source } = conversionBench();
const text = writeSmallBuilding({ storeys: 1 });

describe('a file that is not what its header says', () => {
  it('reports components of classes that its schema does not have, e.g. missing walls', async () => {
    const walls = text.match(/=IFCWALL\(/g)?.length ?? 0;
    expect(walls).toBeGreaterThan(3);
    const { meta } = await converted(text.replaceAll('=IFCWALL(', '=IFCWALLOFTOMORROW('));
    expect(meta.warnings).toEqual([{ code: 'unknown_entities', detail: `IFCWALLOFTOMORROW ${walls}` }]);
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

  describe('with placements that are not numbers', () => {
    const nowhere = '#900001=IFCCARTESIANPOINT((1.E400,0.,0.));';
    const withPoint = text.replace('ENDSEC;\nEND-ISO', `${nowhere}\nENDSEC;\nEND-ISO`);
    const axesAt = (id: string) => new RegExp(`^(#${id}=IFCAXIS2PLACEMENT3D\\()#\\d+`, 'gm');

    it('reports class and number of the shapes that are not drawn', async () => {
      const place = /=IFCCOLUMN\('[^']*',[^,]*,'[^']*',[^,]*,[^,]*,#(\d+),/.exec(text)?.[1] ?? '';
      const axes = new RegExp(`^#${place}=IFCLOCALPLACEMENT\\([^,]*,#(\\d+)\\)`, 'm').exec(text)?.[1] ?? '';
      const { meta } = await converted(withPoint.replace(axesAt(axes), '$1#900001'));
      expect(meta.warnings).toEqual([{ code: 'shapes_placeless', detail: 'IFCCOLUMN 1' }]);
      expect(meta.bbox).not.toBeNull();
    });

    it('is empty when nothing else is left', async () => {
      expect(await convert(withPoint.replaceAll(axesAt('\\d+'), '$1#900001'))).toMatchObject({ reason: 'empty' });
    });
  });

  describe('with shapes too far from the origin to be drawn exactly', () => {
    /** Moves the points themselves. A distant placement would be shifted near the origin before drawing. */
    const withFarPoints = (model: string): string => {
      const [, outline = ''] = /=IFCPOLYLINE\(\(([^)]*)\)\)/.exec(model) ?? [];
      let far = model;
      for (const [at, id] of [...new Set(outline.split(','))].entries()) {
        const point = `${id}=IFCCARTESIANPOINT((${(at + 1) * 5e8}.,${(at + 1) * (at + 1) * 4e9}.));`;
        far = far.replace(new RegExp(`^${id}=IFCCARTESIANPOINT\\(.*$`, 'm'), point);
      }
      return far;
    };

    it('fails as too far, not as empty', async () => {
      const bare = text.replaceAll(/^#\d+=IFC(?:WALL|COLUMN|DOOR|WINDOW|SPACE|FURNITURE|DUCTSEGMENT)\(.*\n/gm, '');
      expect(await convert(withFarPoints(bare))).toMatchObject({ ok: false, reason: 'too_far' });
    });

    it('reports their class and number beside the drawn shapes', async () => {
      const { meta } = await converted(withFarPoints(text));
      expect(meta.warnings).toContainEqual({ code: 'items_too_far', detail: expect.stringMatching(/^IFC[A-Z]+ \d+/) });
    });
  });
});
