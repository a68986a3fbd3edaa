import { readReadable, starterFolder } from '#platform/readable-rows'

/** The contents of the pages of a new site, by their names. The bundler runs this and puts the answer in its place. */
export const starterPages = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    (readReadable(starterFolder).pages ?? []).map(({ page, content }) => [String(page), Object(content)]),
  )
