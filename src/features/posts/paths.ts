import { sitePaths } from '#base/paths'

export const postPath = `${sitePaths.blog}:slug/` as const
export const categoryPath = `${sitePaths.blog}category/:slug/` as const
