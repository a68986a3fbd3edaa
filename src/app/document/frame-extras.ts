import type { Extra } from '#app/manifest'
import { type MenuEntry, type Site, textIn } from '#contract/site'
import { type Language, languages } from '#i18n/language'

/** What of the owner's values decides which styles the frame of a page needs. */
export type FrameSite = Pick<Site, 'name' | 'navigation' | 'announcement' | 'logo'>

/** Characters that fit into one line beside the built-in links. */
const longestName = 18
/** Pixels that name and links may take beside the search on screens of 768 and of 1280 pixels. */
const medium = 640
const wide = 780
/** Of the built-in links. */
const builtInWidth = 430

/** Styles that are sent only where they are needed, in the order in which they hold. */
export function extrasOf({ name, navigation, announcement, logo }: FrameSite): Extra[] {
  const isLong = !logo && name.length > longestName
  const width =
    nameWidth(isLong ? '' : name) + Math.max(0, ...languages.map((language) => linksWidth(navigation, language)))
  const needed: Record<Extra, boolean> = {
    logo: logo !== undefined,
    announcement: announcement !== undefined,
    submenu: navigation?.some(({ children }) => children.length > 0) ?? false,
    'long-name': isLong,
    crowded: width > medium || isLong,
    overfull: width > wide,
  }
  return (Object.keys(needed) as Extra[]).filter((extra) => needed[extra])
}

/** About as wide as they are drawn, in pixels. */
const nameWidth = (name: string) => 60 + 11 * (name === '' ? 22 : name.length)
const linksWidth = (navigation: readonly MenuEntry[] | undefined, language: Language) =>
  navigation?.reduce(
    (sum, { label, children }) => sum + 9 * textIn(label, language).length + (children.length > 0 ? 58 : 38),
    0,
  ) ?? builtInWidth
