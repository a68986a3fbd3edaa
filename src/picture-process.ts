import { drawIcon } from '#app/icons/draw-icon'
import { readTone } from '#app/look/picture-tone'
import { drawPicture } from '#app/social/draw'
import { serveTasks } from '#platform/child-processes/serve-tasks'
import { loadSharp } from '#platform/images/open-picture'
import { setNativeLimits } from '#platform/native-limits'
import { readingTasks } from '#features/media/reading/measure'

/** A child process that decodes and generates pictures for the server. */
setNativeLimits()

serveTasks({ drawPicture, drawIcon, readTone, ...readingTasks }, loadSharp)
