import { sitePaths } from '#base/paths'

export const projectPath = `${sitePaths.projects}:slug/` as const
