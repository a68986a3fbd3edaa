import { z } from 'zod'
import type { Feature } from '#base/feature'
import { mediaApi } from './api'
import { mimes } from './contract'
import { sweepFiles } from './files'
import { madeFiles, serveMedia } from './serve'
import { media as table, mediaUses } from './table'

declare module '#base/events' {
  interface Kinds {
    media: true
  }
}

const hour = 3_600_000

export const media: Feature = {
  api: mediaApi,
  throughout: ['media'],
  serves: serveMedia,
  content: { media: { table, row: { mime: z.enum(mimes) } } },
  passing: [mediaUses],
  due: [
    { name: 'sweep files of the library', every: hour, runInEach: sweepFiles },
    { name: 'sweep pictures that were made', every: hour, runInEach: ({ config }) => madeFiles(config).sweep() },
  ],
}
