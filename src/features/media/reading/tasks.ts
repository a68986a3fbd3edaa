import { makeClean, makeThumbnail } from './clean'
import { makeVariant } from './derive'
import { measure } from './measure'

/** The library's tasks for picture processes. */
export const readingTasks = { measure, makeClean, makeThumbnail, makeVariant }

declare module '#platform/images/picture-tasks' {
  interface PictureTasks {
    measure: typeof measure
    makeClean: typeof makeClean
    makeThumbnail: typeof makeThumbnail
    makeVariant: typeof makeVariant
  }
}
