import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Writes `count` photographs into a folder, with fine detail everywhere that no encoder can omit, so that their size is
 * that of a camera's. Resolves to the bytes of one.
 */
export async function drawPhotographs(
  to: string,
  { count, size: { width, height } }: { count: number; size: { width: number; height: number } },
): Promise<number> {
  const grain = 2
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = await sharp({
    create: { width: width / grain, height: height / grain, channels: 3, background: '#000', noise },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const photograph = await sharp(small)
    .resize(width, height, { kernel: 'cubic' })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 82 })
    .toBuffer()
  mkdirSync(to, { recursive: true })
  // Each has a different comment after the start marker: different bytes, the same work.
  for (let index = 0; index < count; index++) {
    const comment = Buffer.from([0xff, 0xfe, 0, 4, index >> 8, index & 255])
    writeFileSync(join(to, `${index}.jpg`), Buffer.concat([photograph.subarray(0, 2), comment, photograph.subarray(2)]))
  }
  return photograph.length
}
