import { writeFile } from 'node:fs/promises';
import { writeSmallBuilding } from '../apps/server/src/testing/ifc/index.ts';
import { expect, noErrors, pixels, test } from './support/lab.ts';
import { convert } from './support/playground.ts';

/** A building with one column whose coordinates are not finite. */
function withColumnNowhere(): string {
  const text = writeSmallBuilding({ storeys: 1 });
  const [, place = ''] = /=IFCCOLUMN\('[^']*',[^,]*,'[^']*',[^,]*,[^,]*,#(\d+),/.exec(text) ?? [];
  const [, axes = ''] = new RegExp(`^#${place}=IFCLOCALPLACEMENT\\([^,]*,#(\\d+)\\)`, 'm').exec(text) ?? [];
  return text
    .replace(new RegExp(`^(#${axes}=IFCAXIS2PLACEMENT3D\\()#\\d+`, 'm'), '$1#900001')
    .replace('ENDSEC;\nEND-ISO', '#900001=IFCCARTESIANPOINT((1.E400,0.,0.));\nENDSEC;\nEND-ISO');
}

test('a body without a finite place is left out, and the rest is drawn without an error', async ({
  page,
  open,
  playground,
}, info) => {
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  const ifc = info.outputPath('building.ifc');
  await writeFile(ifc, withColumnNowhere());
  playground.add('nowhere.frag', await convert(ifc));
  await open('components', 'model=models/nowhere.frag');
  expect(await pixels(page)).toBeGreaterThan(0.1);
  expect(thrown).toEqual([]);
  await noErrors(page);
});
