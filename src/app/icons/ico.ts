/** PNGs in the container format of `favicon.ico`: a header, an entry of 16 bytes for each, and the pictures. */
export function toIco(parts: readonly { side: number; png: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(6 + 16 * parts.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(parts.length, 4)
  let offset = head.length
  for (const [at, { side, png }] of parts.entries()) {
    const entry = 6 + 16 * at
    // 0 means 256.
    head.writeUInt8(side % 256, entry)
    head.writeUInt8(side % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return new Uint8Array(Buffer.concat([head, ...parts.map(({ png }) => png)]))
}
