/** More are not told apart. */
const most = 100_000

/** The frames of an animated PNG, of which the decoder reads only the first one; 1 for a still picture. */
export function framesOfPng(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  // The chunk with their number stands before the pixels.
  for (let at = 8; at + 16 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return Math.min(Math.max(1, bytes.readUInt32BE(at + 8)), most)
    if (type === 'IDAT') return 1
  }
  return 1
}
