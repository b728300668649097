import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [480, 300];
type Colour = readonly [number, number, number];

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A facade with floors and windows as PNG, in base64. `n` varies floors, bays and the marked window. */
export function facade(n: number): string {
  const floors = 5 + (n % 4);
  const bays = 7 + (n % 5);
  const [left, right, top, ground] = [60, 420, 40, 262];
  const marked = [(n * 3) % floors, (n * 5) % bays] as const;
  const colourAt = (x: number, y: number): Colour => {
    if (y > ground) return [206, 210, 204];
    if (x < left || x > right || y < top) return [226 - y / 12, 236 - y / 16, 246];
    const [floor, inFloor] = [
      Math.floor((y - top) / ((ground - top) / floors)),
      ((y - top) / ((ground - top) / floors)) % 1,
    ];
    const [bay, inBay] = [Math.floor((x - left) / ((right - left) / bays)), ((x - left) / ((right - left) / bays)) % 1];
    if (inFloor < 0.1) return [150, 156, 164];
    if (inBay < 0.22 || inBay > 0.78 || inFloor < 0.3 || inFloor > 0.85) return [188, 193, 198];
    return floor === marked[0] && bay === marked[1] ? [226, 120, 60] : [92, 126, 158];
  };
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1));
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) rows.set(colourAt(x, y), y * (WIDTH * 3 + 1) + 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const png = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat(png).toString('base64');
}
