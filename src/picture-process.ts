import { drawPicture } from '#app/social/draw'
import { setNativeLimits } from '#base/native-limits'
import { serveTasks } from '#base/pictures/serve-tasks'
import { readingTasks } from '#features/media/reading/tasks'

/** A process that reads and makes pictures for the one that answers requests. */
setNativeLimits()

serveTasks({ drawPicture, ...readingTasks })
