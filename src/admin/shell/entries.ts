import { type ComponentType, lazy } from 'react'
import { DashboardScreen } from '#admin/dashboard/dashboard'
import { SettingsScreen } from '#admin/settings/settings'
import { WaitlistScreen } from '#features/waitlist/screens/waitlist'
import {
  ActivityIcon,
  BrushIcon,
  ChartIcon,
  CheckCircleIcon,
  DashboardIcon,
  HeartIcon,
  PlugIcon,
  type IconComponent,
  ImageIcon,
  KeyIcon,
  LinkIcon,
  MailIcon,
  MessageIcon,
  PageIcon,
  PanelIcon,
  PostIcon,
  ProjectIcon,
  RedirectIcon,
  SendIcon,
  ShieldIcon,
  SettingsIcon,
  TransferIcon,
  TranslationIcon,
  UsersIcon,
  TrashIcon,
} from '#ui/controls/buttons/icons'
import type { MessageId } from '#i18n/messages'
import { adminPaths } from '#i18n/addresses/admin-paths'

// The inbox and the screens with editors are large, and loaded on first use.
const BlogScreen = lazy(() => import('#admin/blog').then((screen) => ({ default: screen.BlogScreen })))
const ProjectsScreen = lazy(() => import('#admin/projects').then((screen) => ({ default: screen.ProjectsScreen })))
const PagesScreen = lazy(() => import('#admin/pages').then((screen) => ({ default: screen.PagesScreen })))
const MessagesScreen = lazy(() =>
  import('#features/messages/screens/messages').then((screen) => ({ default: screen.MessagesScreen })),
)
const MediaScreen = lazy(() =>
  import('#features/media/screens/media').then((screen) => ({ default: screen.MediaScreen })),
)
const RedirectsScreen = lazy(() =>
  import('#features/redirects/screens/redirects').then((screen) => ({ default: screen.RedirectsScreen })),
)
const LinksScreen = lazy(() =>
  import('#features/links/screens/links').then((screen) => ({ default: screen.LinksScreen })),
)
const SamplesScreen = lazy(() => import('../samples/samples').then((screen) => ({ default: screen.SamplesScreen })))
const ChecksScreen = lazy(() =>
  import('#features/checks/screens/checks').then((screen) => ({ default: screen.ChecksScreen })),
)
const OutboxScreen = lazy(() => import('#admin/outbox/outbox').then((screen) => ({ default: screen.OutboxScreen })))
const PeopleScreen = lazy(() =>
  import('#auth/screens/people/people').then((screen) => ({ default: screen.PeopleScreen })),
)
const ActivityScreen = lazy(() =>
  import('#features/activity/screens/activity').then((screen) => ({ default: screen.ActivityScreen })),
)
const PrivacyScreen = lazy(() => import('#admin/privacy/privacy').then((screen) => ({ default: screen.PrivacyScreen })))
const AccountScreen = lazy(() =>
  import('#auth/screens/account/account').then((screen) => ({ default: screen.AccountScreen })),
)
const ContentScreen = lazy(() => import('#admin/content/content').then((screen) => ({ default: screen.ContentScreen })))

const SiteScreen = lazy(() => import('#admin/site/site').then((screen) => ({ default: screen.SiteScreen })))
const TranslationsScreen = lazy(() =>
  import('#admin/translations/translations').then((screen) => ({ default: screen.TranslationsScreen })),
)

const IntegrationsScreen = lazy(() =>
  import('#features/webhooks/screens/integrations').then((screen) => ({ default: screen.IntegrationsScreen })),
)
const ImportScreen = lazy(() =>
  import('#features/imports/screens/import').then((screen) => ({ default: screen.ImportScreen })),
)
const NewslettersScreen = lazy(() =>
  import('#features/newsletters/screens/newsletters').then((screen) => ({ default: screen.NewslettersScreen })),
)
const NumbersScreen = lazy(() =>
  import('#features/visits/screens/numbers').then((screen) => ({ default: screen.NumbersScreen })),
)
const SystemScreen = lazy(() => import('#admin/system/system').then((screen) => ({ default: screen.SystemScreen })))

export type Entry = { path: string; label: MessageId; Icon: IconComponent; Component: ComponentType }

/** The screens for daily work, in the order of the navigation. */
export const entries: Entry[] = [
  { path: adminPaths.dashboard, label: 'adminNav.dashboard', Icon: DashboardIcon, Component: DashboardScreen },
  { path: adminPaths.blog, label: 'adminNav.posts', Icon: PostIcon, Component: BlogScreen },
  { path: adminPaths.projects, label: 'adminNav.projects', Icon: ProjectIcon, Component: ProjectsScreen },
  { path: adminPaths.content, label: 'adminNav.pages', Icon: PageIcon, Component: ContentScreen },
  { path: adminPaths.waitlist, label: 'adminNav.waitlist', Icon: UsersIcon, Component: WaitlistScreen },
  { path: adminPaths.messages, label: 'adminNav.messages', Icon: MessageIcon, Component: MessagesScreen },
  { path: adminPaths.settings, label: 'adminNav.settings', Icon: SettingsIcon, Component: SettingsScreen },
]

/** The site's features besides its texts. */
export const siteEntries: Entry[] = [
  { path: adminPaths.numbers, label: 'adminNav.numbers', Icon: ChartIcon, Component: NumbersScreen },
  { path: adminPaths.newsletters, label: 'adminNav.newsletters', Icon: SendIcon, Component: NewslettersScreen },
  { path: adminPaths.pages, label: 'adminNav.customPages', Icon: PanelIcon, Component: PagesScreen },
  { path: adminPaths.site, label: 'adminNav.appearance', Icon: BrushIcon, Component: SiteScreen },
  { path: adminPaths.media, label: 'adminNav.media', Icon: ImageIcon, Component: MediaScreen },
  {
    path: adminPaths.translations,
    label: 'adminNav.translations',
    Icon: TranslationIcon,
    Component: TranslationsScreen,
  },
  { path: adminPaths.redirects, label: 'adminNav.redirects', Icon: RedirectIcon, Component: RedirectsScreen },
  { path: adminPaths.links, label: 'adminNav.links', Icon: LinkIcon, Component: LinksScreen },
]

/** Operating the site. */
export const systemEntries: Entry[] = [
  { path: adminPaths.system, label: 'adminNav.status', Icon: HeartIcon, Component: SystemScreen },
  { path: adminPaths.outbox, label: 'adminNav.outbox', Icon: MailIcon, Component: OutboxScreen },
  { path: adminPaths.people, label: 'adminNav.people', Icon: UsersIcon, Component: PeopleScreen },
  { path: adminPaths.integrations, label: 'adminNav.integrations', Icon: PlugIcon, Component: IntegrationsScreen },
  { path: adminPaths.import, label: 'adminNav.import', Icon: TransferIcon, Component: ImportScreen },
  { path: adminPaths.activity, label: 'adminNav.activity', Icon: ActivityIcon, Component: ActivityScreen },
  { path: adminPaths.privacy, label: 'adminNav.privacy', Icon: ShieldIcon, Component: PrivacyScreen },
]

/** Screens that others lead to. */
const furtherEntries: Entry[] = [
  { path: adminPaths.samples, label: 'samples.title', Icon: TrashIcon, Component: SamplesScreen },
  { path: adminPaths.checks, label: 'checks.screen', Icon: CheckCircleIcon, Component: ChecksScreen },
]

/** The entry next to the signed-in person's name. */
export const accountEntry: Entry = {
  path: adminPaths.account,
  label: 'adminNav.account',
  Icon: KeyIcon,
  Component: AccountScreen,
}

export const allEntries: Entry[] = [...entries, ...siteEntries, ...systemEntries, ...furtherEntries, accountEntry]
