import { sitePaths, searchPath } from '#i18n/addresses/paths'

const paths = [...Object.values(sitePaths), searchPath]

/** What is offered where a page is asked for; anything else can be typed. */
export const usePagePaths = (): readonly string[] => paths
