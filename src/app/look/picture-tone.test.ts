import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { readTone } from './picture-tone'

const drawn = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${inside}</svg>`)
const letters = (colour: string) => drawn(`<rect x="4" y="8" width="70" height="24" fill="${colour}"/>`)

test('a picture without contrast on the background of a theme is detected', async () => {
  expect(await readTone(letters('#ffffff'))).toMatchObject({ isSeenThrough: true, lost: ['light'] })
  expect(await readTone(letters('#0b1a2f'))).toMatchObject({ isSeenThrough: true, lost: ['dark'] })
  expect((await readTone(letters('#d73304'))).lost).toEqual([])
  expect((await readTone(letters('#808080'))).lost).toEqual([])
})

test('a small light part of a drawing does not count as invisible, most of it does', async () => {
  const withMark = (width: number) =>
    drawn(
      `<rect width="${width}" height="40" fill="#fff"/><rect x="${width}" width="${120 - width}" height="40" fill="#d73304"/>`,
    )
  // Opaque from edge to edge.
  expect((await readTone(withMark(110))).lost).toEqual([])
  const open = (width: number) =>
    drawn(
      `<rect y="5" width="${width}" height="30" fill="#fff"/><rect y="5" x="${width}" width="${100 - width}" height="30" fill="#d73304"/>`,
    )
  expect((await readTone(open(20))).lost).toEqual([])
  expect((await readTone(open(80))).lost).toEqual(['light'])
})

test('an opaque picture is shown as it is, and its edge has a colour', async () => {
  const photograph = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer()
  expect(await readTone(photograph)).toEqual({ isSeenThrough: false, lost: [], edge: '#ffffff' })
})
