import { isRecord } from '#text/parse-json'
import { slugify } from '#text/slugs/slug'

type Facts = Readonly<Record<string, unknown>>

/** The patterns of old paths: of the posts of Jekyll, and of the sections of Hugo. */
export type Permalinks = { jekyll?: string; sections: Readonly<Record<string, string>> }

/** The facts that patterns refer to. `date`: `2024-01-31`. */
type PermalinkFacts = {
  date?: string
  categories: readonly string[]
  /** Its name in the path. */
  slug: string
  title: string
  /** The folders of Hugo. */
  sections: readonly string[]
}

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** The patterns in a configuration file. */
export function permalinksIn(config: Facts): Permalinks {
  const { permalink, permalinks, collections, defaults } = config
  const ofPosts = isRecord(collections) && isRecord(collections.posts) ? collections.posts.permalink : undefined
  const ofDefaults = (Array.isArray(defaults) ? defaults : []).filter(isRecord).map(({ scope, values }) => {
    const { type = '', path = '' } = isRecord(scope) ? scope : {}
    return (type === '' || type === 'posts') && path === '' && isRecord(values) ? values.permalink : undefined
  })
  const sections = isRecord(permalinks) ? { ...permalinks, ...(isRecord(permalinks.page) ? permalinks.page : {}) } : {}
  return {
    jekyll: [...ofDefaults, ofPosts, permalink].find((pattern) => typeof pattern === 'string'),
    sections: Object.fromEntries(
      Object.entries(sections).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  }
}

/** Whether it is a pattern, and no path. */
export const isPattern = (permalink: string): boolean =>
  Object.hasOwn(styles, permalink) || /(?:^|[/.-])[:]\w/.test(permalink)

/** The path of a text by a pattern; undefined if the pattern needs a date or anything else that it does not have. */
export function expandedPath(pattern: string, facts: PermalinkFacts): string | undefined {
  const values = valuesOf(facts)
  let isWhole = true
  const path = (styles[pattern] ?? pattern).replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    isWhole &&= value !== undefined
    return value ?? ''
  })
  return isWhole ? `/${path}`.replaceAll(/\/{2,}/g, '/') : undefined
}

function valuesOf({ date, categories, slug, title, sections }: PermalinkFacts): Record<string, string | undefined> {
  const lower = categories.map((name) => name.toLowerCase())
  const [section] = sections
  return {
    ...valuesOfDate(date),
    categories: lower.join('/'),
    category: lower[0] ?? '',
    slugified_categories: categories.map(slugify).join('/'),
    title: sections.length > 0 ? slugify(title) : slug,
    slug,
    name: slug,
    filename: slug,
    contentbasename: slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    basename: slug,
    section: section ?? '',
    sections: sections.join('/'),
    collection: 'posts',
    output_ext: '.html',
  }
}

function valuesOfDate(date: string | undefined): Record<string, string> {
  if (date === undefined || Number.isNaN(Date.parse(date))) return {}
  const [year = '', month = '', day = ''] = date.split('-')
  const moment = new Date(`${date}T00:00:00Z`)
  const yearDay = String((moment.getTime() - Date.UTC(Number(year), 0, 1)) / 86_400_000 + 1)
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(moment)
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(Number(month)),
    day,
    i_day: String(Number(day)),
    y_day: yearDay.padStart(3, '0'),
    yearday: yearDay,
    short_month: named({ month: 'short' }),
    long_month: named({ month: 'long' }),
    monthname: named({ month: 'long' }).toLowerCase(),
    short_day: named({ weekday: 'short' }),
    long_day: named({ weekday: 'long' }),
    weekday: String(moment.getUTCDay()),
    weekdayname: named({ weekday: 'long' }).toLowerCase(),
    week: String(isoWeek(moment)).padStart(2, '0'),
    hour: '00',
    minute: '00',
    second: '00',
  }
}

/** The week of a date: that of its Thursday. */
function isoWeek(moment: Date): number {
  const thursday = new Date(moment)
  thursday.setUTCDate(moment.getUTCDate() + 4 - (moment.getUTCDay() || 7))
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7)
}
