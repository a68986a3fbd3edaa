import { setNativeLimits } from '#platform/native-limits'
import { serveTasks } from '#platform/child-processes/serve-tasks'
import { importTasks } from '#features/imports/reading/import-tasks'

/** A child process that reads the files of other systems. */
setNativeLimits()

serveTasks(importTasks)
