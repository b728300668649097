import { expect, test } from 'vitest';
import { translate } from '../../lib/i18n.ts';

test.each(['x', 'y', 'z', 'e', 'n', 'h'] as const)('axis %s of a picked point has a name', (axis) => {
  expect(translate(`viewer.coordinates.${axis}`)).not.toContain('coordinates');
});
