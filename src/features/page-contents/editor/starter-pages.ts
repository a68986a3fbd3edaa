import { readReadable, starterFolder } from '#platform/readable-rows'

/** The starter content of the pages, by name. A macro: the bundler replaces the call by its result. */
export const starterPages = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    (readReadable(starterFolder).pages ?? []).map(({ page, content }) => [String(page), Object(content)]),
  )
