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
  GearIcon,
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
const CustomPagesScreen = lazy(() =>
  import('#admin/custom-pages').then((screen) => ({ default: screen.CustomPagesScreen })),
)
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
const VisitsScreen = lazy(() =>
  import('#features/visits/screens/visits').then((screen) => ({ default: screen.VisitsScreen })),
)
const SystemScreen = lazy(() => import('#admin/system/system').then((screen) => ({ default: screen.SystemScreen })))

export type Entry = { path: string; label: MessageId; Icon: IconComponent; Component: ComponentType }

const dashboard: Entry = {
  path: adminPaths.dashboard,
  label: 'adminNav.dashboard',
  Icon: DashboardIcon,
  Component: DashboardScreen,
}

const content: Entry[] = [
  { path: adminPaths.blog, label: 'adminNav.posts', Icon: PostIcon, Component: BlogScreen },
  { path: adminPaths.projects, label: 'adminNav.projects', Icon: ProjectIcon, Component: ProjectsScreen },
  { path: adminPaths.customPages, label: 'adminNav.customPages', Icon: PanelIcon, Component: CustomPagesScreen },
  { path: adminPaths.content, label: 'adminNav.pages', Icon: PageIcon, Component: ContentScreen },
  { path: adminPaths.media, label: 'adminNav.media', Icon: ImageIcon, Component: MediaScreen },
  {
    path: adminPaths.translations,
    label: 'adminNav.translations',
    Icon: TranslationIcon,
    Component: TranslationsScreen,
  },
]

const audience: Entry[] = [
  { path: adminPaths.waitlist, label: 'adminNav.waitlist', Icon: UsersIcon, Component: WaitlistScreen },
  { path: adminPaths.messages, label: 'adminNav.messages', Icon: MessageIcon, Component: MessagesScreen },
  { path: adminPaths.newsletters, label: 'adminNav.newsletters', Icon: SendIcon, Component: NewslettersScreen },
  { path: adminPaths.visits, label: 'adminNav.visits', Icon: ChartIcon, Component: VisitsScreen },
]

const site: Entry[] = [
  { path: adminPaths.site, label: 'adminNav.appearance', Icon: BrushIcon, Component: SiteScreen },
  { path: adminPaths.settings, label: 'adminNav.settings', Icon: SettingsIcon, Component: SettingsScreen },
  { path: adminPaths.redirects, label: 'adminNav.redirects', Icon: RedirectIcon, Component: RedirectsScreen },
  { path: adminPaths.links, label: 'adminNav.links', Icon: LinkIcon, Component: LinksScreen },
  { path: adminPaths.checks, label: 'checks.screen', Icon: CheckCircleIcon, Component: ChecksScreen },
]

const system: Entry[] = [
  { path: adminPaths.system, label: 'adminNav.status', Icon: HeartIcon, Component: SystemScreen },
  { path: adminPaths.outbox, label: 'adminNav.outbox', Icon: MailIcon, Component: OutboxScreen },
  { path: adminPaths.people, label: 'adminNav.people', Icon: UsersIcon, Component: PeopleScreen },
  { path: adminPaths.integrations, label: 'adminNav.integrations', Icon: PlugIcon, Component: IntegrationsScreen },
  { path: adminPaths.import, label: 'adminNav.import', Icon: TransferIcon, Component: ImportScreen },
  { path: adminPaths.activity, label: 'adminNav.activity', Icon: ActivityIcon, Component: ActivityScreen },
  { path: adminPaths.privacy, label: 'adminNav.privacy', Icon: ShieldIcon, Component: PrivacyScreen },
]

/** `Icon`: of the group at the foot, which is closed until it is opened. */
export type EntryGroup = { id: string; name: MessageId; entries: Entry[]; Icon?: IconComponent }

/** The navigation. Across the groups the seven specified entries keep their order. */
export const navigation: { first: Entry; groups: EntryGroup[]; foot: EntryGroup } = {
  first: dashboard,
  groups: [
    { id: 'content', name: 'adminNav.content', entries: content },
    { id: 'audience', name: 'adminNav.audience', entries: audience },
    { id: 'site', name: 'adminNav.site', entries: site },
  ],
  foot: { id: 'system', name: 'adminNav.system', entries: system, Icon: GearIcon },
}

/** Screens that others lead to. */
const furtherEntries: Entry[] = [
  { path: adminPaths.samples, label: 'samples.title', Icon: TrashIcon, Component: SamplesScreen },
]

/** In the menu of the signed-in person. */
export const accountEntry: Entry = {
  path: adminPaths.account,
  label: 'adminNav.account',
  Icon: KeyIcon,
  Component: AccountScreen,
}

export const allEntries: Entry[] = [
  navigation.first,
  ...[...navigation.groups, navigation.foot].flatMap(({ entries }) => entries),
  ...furtherEntries,
  accountEntry,
]
