import { sitePaths } from '#i18n/addresses/paths'

export const postPath = `${sitePaths.blog}:slug/` as const
export const categoryPath = `${sitePaths.blog}category/:slug/` as const
