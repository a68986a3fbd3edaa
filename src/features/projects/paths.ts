import { sitePaths } from '#i18n/addresses/paths'

export const projectPath = `${sitePaths.projects}:slug/` as const
