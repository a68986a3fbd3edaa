import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
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

const at = (path: string, query: string, within: MessageId, ...labels: MessageId[]): Place[] =>
  labels.map((label) => ({ kind: 'setting', href: `${href(path)}${query}`, label, within }))

/** Fields of the appearance, which are named as their labels; a few have a text for each language. */
const fields = (
  part: 'identity' | 'look' | 'navigation' | 'footer' | 'announcement',
  ...labels: SiteLabel[]
): Place[] =>
  labels.flatMap((label) => {
    const isLocalized = ['site.footer', 'site.copyright', 'site.announcement.text'].includes(label)
    const field = `${label.slice('site.'.length)}${isLocalized ? `.${defaultLanguage}` : ''}`
    return at(adminPaths.site, `?field=${field}`, `site.part.${part}`, label)
  })
type SiteLabel = Extract<MessageId, `site.${string}`>

const places: readonly Place[] = [
  ...[...screens, ...furtherScreens].map(([path, label, hint]): Place => ({
    kind: 'screen',
    href: href(path),
    label,
    hint,
  })),
  ...(['identity', 'look', 'navigation', 'footer', 'announcement', 'texts', 'history'] as const).flatMap((part) =>
    at(adminPaths.site, `?part=${part}`, 'adminNav.appearance', `site.part.${part}`),
  ),
  ...fields('identity', 'site.name', 'site.logo', 'site.logoDark', 'site.icon', 'site.socialPicture', 'site.accent'),
  ...fields('look', 'site.look.type', 'site.look.corners', 'site.look.width', 'site.look.scheme', 'site.look.drawings'),
  ...fields('navigation', 'site.navigation', 'site.home'),
  ...fields('footer', 'site.footer', 'site.copyright', 'site.social', 'site.hidden'),
  ...fields('announcement', 'site.announcement.text', 'site.announcement.href'),
  ...fields('announcement', 'site.announcement.from', 'site.announcement.until'),
  ...at(adminPaths.settings, '?page=home', 'adminNav.settings', 'settings.site'),
  ...at(adminPaths.settings, '?page=blog', 'adminNav.settings', 'settings.blog'),
  ...at(adminPaths.settings, '?page=projects', 'adminNav.settings', 'settings.projects'),
  ...(['title', 'description', 'keywords', 'ogTitle', 'ogDescription', 'ogImage'] as const).flatMap((name) =>
    at(adminPaths.settings, `?page=home&field=metadata.${name}`, 'settings.site', `editing.seo.${name}`),
  ),
  ...at(adminPaths.settings, '?page=address', 'adminNav.settings', 'address.tab'),
  ...at(adminPaths.settings, '?page=address', 'address.tab', 'address.siteUrl', 'address.securityContact'),
  ...at(adminPaths.settings, '?page=address', 'address.tab', 'address.mailFrom', 'address.mailTo', 'address.server'),
  ...at(adminPaths.settings, '?page=address', 'address.tab', 'address.security', 'address.test', 'address.timeZone'),
  ...at(adminPaths.waitlist, '?settings=1', 'adminNav.waitlist', 'signUp.title', 'signUp.welcome'),
  ...at(adminPaths.system, '', 'adminNav.status', 'backups.title', 'restoring.title'),
  ...at(adminPaths.system, '', 'backups.title', 'backups.schedule'),
  ...at(adminPaths.account, '', 'adminNav.account', 'account.nameTitle', 'account.passwordTitle', 'factors.title'),
  ...at(adminPaths.account, '', 'adminNav.account', 'account.sessions'),
  ...at(adminPaths.people, '', 'adminNav.people', 'people.invitations'),
  ...at(adminPaths.integrations, '', 'adminNav.integrations', 'integrations.webhooks', 'integrations.tokens'),
]

/** A screen's name in the address bar. */
const nameInPath = (place: Place): string => (place.kind === 'screen' ? (place.href.split('/').at(-2) ?? '') : '')

/** The screens and settings by their words in any language, once each, named in `preferred`. */
export function findScreens(query: Query, preferred: Language, isForgiving: boolean): Ranked[] {
  return places.flatMap((place) => {
    const named = languages.flatMap((language): Ranked[] => {
      const say = (id: MessageId | undefined) => (id === undefined ? '' : translate(language, id))
      const text = [say(place.within), say(place.hint), nameInPath(place)].filter(Boolean).join('\n')
      const title = say(place.label)
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
