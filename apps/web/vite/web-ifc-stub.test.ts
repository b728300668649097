import { expect, it } from 'vitest';
import { stubSource } from './web-ifc-stub.ts';

class Wall {
  readonly expressID = 1;
}

it('keeps numbers, lets namespaces be empty and lets functions fail aloud', async () => {
  const source = stubSource({
    IFCWALL: 2391406946,
    IFC4: { IFCWALL: Wall },
    IfcAPI: Wall,
    default: {},
    'not-a-name': 1,
  });
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  const stub = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
  expect(Object.keys(stub).toSorted()).toEqual(['IFC4', 'IFCWALL', 'IfcAPI']);
  expect(stub.IFCWALL).toBe(2391406946);
  expect(stub.IFC4).toEqual({});
  const IfcAPI = stub.IfcAPI as new () => unknown;
  expect(() => new IfcAPI()).toThrow('not part of the browser build');
});
