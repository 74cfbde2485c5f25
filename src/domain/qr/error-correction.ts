/** Codewords by which a QR code can be read where it is torn or dirty: Reed–Solomon over 256 elements (ISO/IEC 18004, 7.5). */

/** x⁸ + x⁴ + x³ + x² + 1, whose root 2 has every element but 0 among its powers. */
const FIELD = 0x11d;
const ORDER = 255;

const powers: number[] = [];
const logarithms: number[] = [];
for (let power = 0, value = 1; power < ORDER; power++) {
  powers[power] = value;
  logarithms[value] = power;
  value <<= 1;
  if (value > ORDER) value ^= FIELD;
}

/** The correction codewords of a block: what is left of it, divided by the generator polynomial of that degree. */
export function correctionOf(block: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  const rest: number[] = Array(count).fill(0);
  for (const codeword of block) {
    const factor = codeword ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of generator.entries()) rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor);
  }
  return rest;
}

/** (x − 2⁰)(x − 2¹)…, the highest coefficient first and without the leading 1. */
function generatorOf(degree: number): number[] {
  let found = [1];
  for (let root = 0; root < degree; root++) {
    const scaled = found.map((coefficient) => product(coefficient, powers[root] ?? 0));
    found = [...found, 0].map((coefficient, at) => coefficient ^ (scaled[at - 1] ?? 0));
  }
  return found.slice(1);
}

function product(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return powers[((logarithms[a] ?? 0) + (logarithms[b] ?? 0)) % ORDER] ?? 0;
}
