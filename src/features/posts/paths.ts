import { sitePaths } from '#base/paths'

export const postPath = `${sitePaths.blog}:slug/` as const
