import { readReadable, starterFolder } from '#platform/readable-rows'

/** The starter content of the pages, by name. A macro: the bundler replaces the call by its result. */
const starterPages = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    (readReadable(starterFolder).pages ?? []).map(({ page, content }) => [String(page), Object(content)]),
  )

/** The initial content of a page created in the admin: that of the starter content. */
export const samplePages = starterPages()
