import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { type Language, languages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { excerptOf } from '#text/matches'
import { recordKinds } from '../kinds'
import { type Ranked, ranks, foldedWords, type Query } from './query'

/** `within` is the screen of a setting; `hint` is found too. */
type Place = { kind: 'screen' | 'setting'; href: string; label: MessageId; within?: MessageId; hint?: MessageId }

/** The screens of the admin as its navigation names them, with the text below their title. */
const screens: readonly [path: string, label: MessageId, hint?: MessageId][] = [
  [adminPaths.dashboard, 'adminNav.dashboard', 'checklist.title'],
  [adminPaths.blog, 'adminNav.posts'],
  [adminPaths.projects, 'adminNav.projects'],
  [adminPaths.content, 'adminNav.pages', 'page.staticPages'],
  [adminPaths.waitlist, 'adminNav.waitlist'],
  [adminPaths.messages, 'adminNav.messages'],
  [adminPaths.settings, 'adminNav.settings', 'settings.intro'],
  [adminPaths.visits, 'adminNav.visits', 'visits.intro'],
  [adminPaths.newsletters, 'adminNav.newsletters', 'newsletters.intro'],
  [adminPaths.customPages, 'adminNav.customPages'],
  [adminPaths.site, 'adminNav.appearance', 'site.intro'],
  [adminPaths.media, 'adminNav.media', 'media.intro'],
  [adminPaths.translations, 'adminNav.translations'],
  [adminPaths.redirects, 'adminNav.redirects', 'redirects.intro'],
  [adminPaths.links, 'adminNav.links', 'links.intro'],
  [adminPaths.system, 'adminNav.status', 'system.intro'],
  [adminPaths.outbox, 'adminNav.outbox', 'outbox.intro'],
  [adminPaths.people, 'adminNav.people', 'people.intro'],
  [adminPaths.integrations, 'adminNav.integrations', 'integrations.intro'],
  [adminPaths.import, 'adminNav.import', 'imports.intro'],
  [adminPaths.activity, 'adminNav.activity', 'activity.intro'],
  [adminPaths.privacy, 'adminNav.privacy', 'privacy.intro'],
  [adminPaths.samples, 'samples.title', 'samples.intro'],
  [adminPaths.checks, 'checks.screen', 'checks.intro'],
  [adminPaths.account, 'adminNav.account', 'account.intro'],
]

/** `bun run add:kind` names the text of a screen after its path. */
const furtherScreens = recordKinds
  .filter((kind) => !screens.some(([path]) => path === kind.screen))
  .map(({ screen }) => [screen, `adminNav.${screen.split('/').at(-2)}` as MessageId] as const)

const site = (field: string, label: MessageId, within: MessageId): Place => ({
  kind: 'setting',
  href: `${href(adminPaths.site)}?field=${field}`,
  label,
  within,
})
const at = (path: string, query: string, label: MessageId, within: MessageId): Place => ({
  kind: 'setting',
  href: `${href(path)}${query}`,
  label,
  within,
})
const address = (label: MessageId) => at(adminPaths.settings, '?page=address', label, 'address.tab')
const search = (name: 'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage') =>
  at(adminPaths.settings, `?page=home&field=metadata.${name}`, `editing.seo.${name}`, 'settings.site')

const places: readonly Place[] = [
  ...[...screens, ...furtherScreens].map(([path, label, hint]): Place => ({
    kind: 'screen',
    href: href(path),
    label,
    hint,
  })),
  ...(['identity', 'look', 'navigation', 'footer', 'announcement', 'texts', 'history'] as const).map((part) =>
    at(adminPaths.site, `?part=${part}`, `site.part.${part}`, 'adminNav.appearance'),
  ),
  site('name', 'site.name', 'site.part.identity'),
  site('logo', 'site.logo', 'site.part.identity'),
  site('logoDark', 'site.logoDark', 'site.part.identity'),
  site('icon', 'site.icon', 'site.part.identity'),
  site('socialPicture', 'site.socialPicture', 'site.part.identity'),
  site('accent', 'site.accent', 'site.part.identity'),
  site('look.type', 'site.look.type', 'site.part.look'),
  site('look.corners', 'site.look.corners', 'site.part.look'),
  site('look.width', 'site.look.width', 'site.part.look'),
  site('look.scheme', 'site.look.scheme', 'site.part.look'),
  site('look.drawings', 'site.look.drawings', 'site.part.look'),
  site('navigation', 'site.navigation', 'site.part.navigation'),
  site('home', 'site.home', 'site.part.navigation'),
  site('footer.en', 'site.footer', 'site.part.footer'),
  site('copyright.en', 'site.copyright', 'site.part.footer'),
  site('social', 'site.social', 'site.part.footer'),
  site('hidden', 'site.hidden', 'site.part.footer'),
  site('announcement.text.en', 'site.announcement.text', 'site.part.announcement'),
  site('announcement.href', 'site.announcement.href', 'site.part.announcement'),
  site('announcement.from', 'site.announcement.from', 'site.part.announcement'),
  site('announcement.until', 'site.announcement.until', 'site.part.announcement'),
  at(adminPaths.settings, '?page=home', 'settings.site', 'adminNav.settings'),
  at(adminPaths.settings, '?page=blog', 'settings.blog', 'adminNav.settings'),
  at(adminPaths.settings, '?page=projects', 'settings.projects', 'adminNav.settings'),
  search('title'),
  search('description'),
  search('keywords'),
  search('ogTitle'),
  search('ogDescription'),
  search('ogImage'),
  at(adminPaths.settings, '?page=address', 'address.tab', 'adminNav.settings'),
  address('address.siteUrl'),
  address('address.securityContact'),
  address('address.mailFrom'),
  address('address.mailTo'),
  address('address.server'),
  address('address.security'),
  address('address.test'),
  address('address.timeZone'),
  at(adminPaths.waitlist, '?settings=1', 'signUp.title', 'adminNav.waitlist'),
  at(adminPaths.waitlist, '?settings=1', 'signUp.welcome', 'adminNav.waitlist'),
  at(adminPaths.system, '', 'backups.title', 'adminNav.status'),
  at(adminPaths.system, '', 'backups.schedule', 'backups.title'),
  at(adminPaths.system, '', 'restoring.title', 'adminNav.status'),
  at(adminPaths.account, '', 'account.nameTitle', 'adminNav.account'),
  at(adminPaths.account, '', 'account.passwordTitle', 'adminNav.account'),
  at(adminPaths.account, '', 'factors.title', 'adminNav.account'),
  at(adminPaths.account, '', 'account.sessions', 'adminNav.account'),
  at(adminPaths.people, '', 'people.invitations', 'adminNav.people'),
  at(adminPaths.integrations, '', 'integrations.webhooks', 'adminNav.integrations'),
  at(adminPaths.integrations, '', 'integrations.tokens', 'adminNav.integrations'),
]

/** The screens and settings by their words in any language, once each, named in `preferred`. */
export function findScreens(query: Query, preferred: Language, isForgiving: boolean): Ranked[] {
  return places.flatMap((place) => {
    const named = languages.flatMap((language): Ranked[] => {
      const say = (id: MessageId | undefined) => (id === undefined ? '' : translate(language, id))
      const [title, text] = [say(place.label), [say(place.within), say(place.hint)].filter(Boolean).join('\n')]
      const rank = query.rankOf(foldedWords(title), foldedWords(text), isForgiving)
      if (rank === undefined) return []
      const id = place.href
      return [
        {
          kind: place.kind,
          id,
          title: translate(preferred, place.label),
          status: null,
          language,
          href: id,
          match: rank < ranks.text ? title : excerptOf(text, query.words),
          rank,
          at: 0,
        },
      ]
    })
    const isBetter = (one: Ranked, other: Ranked) =>
      one.rank - other.rank || Number(other.language === preferred) - Number(one.language === preferred)
    return named.toSorted(isBetter).slice(0, 1)
  })
}
