// PNG files of few colours. Pictures of an editor have few, so they become a fifth as large and look the same.
import { deflateSync } from 'node:zlib';

/**
 * Returns a PNG of a picture whose pixels are given as red, green, blue and alpha; the picture must be opaque.
 * @param {{ width: number, height: number, pixels: Uint8Array }} picture
 */
export function palettePng({ width, height, pixels }) {
  const palette = choosePalette(countColours(pixels));
  const nearest = nearestIn(palette);
  // Of each row, a byte that says that nothing is done to it, and two pixels in a byte.
  const bytes = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(bytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = nearest(keyOf(pixels, (y * width + x) * 4));
      rows[y * bytes + 1 + (x >> 1)] |= x % 2 === 0 ? colour << 4 : colour;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 4 bits for each pixel, which is a place in the palette.
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function keyOf(pixels, at) {
  return (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
}

function partsOf(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** @returns {Map<number, number>} how often each colour occurs */
function countColours(pixels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyOf(pixels, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** How many colours a picture keeps: what 4 bits can say. Pictures are shipped, and text on plain grounds needs no more. */
const most = 16;

/** The commonest colour first, then the one that most pixels are farthest from, and so on. */
function choosePalette(counts) {
  const colours = [...counts.entries()].sort(([, a], [, b]) => b - a);
  const palette = [];
  /** How far each colour is from the nearest one of the palette. */
  const apart = colours.map(() => Infinity);
  for (let next = 0; next >= 0 && palette.length < most;) {
    const chosen = colours[next][0];
    palette.push(chosen);
    let farthest = 0;
    next = -1;
    for (const [index, [colour, count]] of colours.entries()) {
      apart[index] = Math.min(apart[index], distance(colour, chosen));
      const weight = apart[index] * Math.sqrt(count);
      if (weight > farthest) [farthest, next] = [weight, index];
    }
  }
  return palette;
}

function nearestIn(palette) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return (colour) => {
    let found = known.get(colour);
    if (found === undefined) {
      found = 0;
      for (let index = 1; index < palette.length; index++) {
        if (distance(colour, palette[index]) < distance(colour, palette[found])) found = index;
      }
      known.set(colour, found);
    }
    return found;
  };
}

function distance(one, other) {
  const [a, b] = [partsOf(one), partsOf(other)];
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
