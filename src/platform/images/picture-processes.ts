import { createTaskPool, entryCommand, type Urgency, type Limits } from '#platform/child-processes/task-pool'

/**
 * The tasks that run in picture processes. The owner of a task declares it beside its code, and the entry
 * `picture-process.ts` registers it: `declare module '#platform/images/picture-processes' { interface PictureTasks { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface PictureTasks {}

const MB = 1024 ** 2

/** Decodes and generates pictures. Encoding an AVIF of 50 million pixels takes 1.8 GB. */
export const { run: inPictureProcess, atRest: pictureProcessesAtRest } = createPictureProcesses({
  limits: { memory: 3072 * MB, seconds: 100 },
})

/** The same for SVG, whose cost is unbounded, so that photographs do not wait behind it. */
export const { run: inDrawingProcess } = createPictureProcesses({
  most: 1,
  longest: 20_000,
  limits: { memory: 512 * MB, seconds: 2 },
})

/** The same for documents. */
export const { run: inDocumentProcess } = createPictureProcesses({
  most: 1,
  longest: 20_000,
  limits: { memory: 256 * MB, seconds: 10 },
})

function createPictureProcesses(options: { most?: number; longest?: number; limits: Limits }) {
  const { run, atRest } = createTaskPool<PictureTasks>({ command: entryCommand('picture-process'), ...options })
  return {
    run: <Name extends keyof PictureTasks>(name: Name, given: Parameters<PictureTasks[Name]>, urgency?: Urgency) =>
      run(name, given, { urgency }),
    atRest,
  }
}
