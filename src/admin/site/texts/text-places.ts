import { fieldOfText } from '#features/pages/default-texts'
import { pageKindOf } from '#features/pages/page-fields'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { Translate } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { fieldLabel } from '#records/editor/fields/kind-text'

/** Texts that other parts of this screen replace, by the field there. */
const inAppearance: Partial<Record<string, { field: string; label: MessageId }>> = {
  'footer.tagline': { field: 'footer.en', label: 'site.footer' },
  'nav.projects': { field: 'navigation', label: 'site.navigation' },
  'nav.blog': { field: 'navigation', label: 'site.navigation' },
  'nav.about': { field: 'navigation', label: 'site.navigation' },
  'nav.contact': { field: 'navigation', label: 'site.navigation' },
}

/** `field`: the field of this screen. */
export type TextPlace = { label: string; href: string; field?: string }

/** Where a text of the site is edited, if not among the texts. */
export function placeOf(t: Translate, key: string): TextPlace | undefined {
  const here = inAppearance[key]
  if (here) return { label: t(here.label), field: here.field, href: `${href(adminPaths.site)}?field=${here.field}` }
  const there = fieldOfText(key)
  if (!there) return undefined
  const { page, field } = there
  return { label: `${t(`page.${page}`)}: ${fieldLabel(t, pageKindOf(page), field)}`, href: there.href }
}
