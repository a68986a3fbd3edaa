import type { ComponentType } from 'react'
import { DashboardScreen } from '#admin/dashboard/dashboard'
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
import { late } from '#ui/late'

/** The screen that a module exports under `name`, loaded on first use. */
const screenOf = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  late(async () => (await load())[name])

// All but the one after the login.
const BlogScreen = screenOf(() => import('#admin/blog'), 'BlogScreen')
const ProjectsScreen = screenOf(() => import('#admin/projects'), 'ProjectsScreen')
const CustomPagesScreen = screenOf(() => import('#admin/custom-pages'), 'CustomPagesScreen')
const WaitlistScreen = screenOf(() => import('#features/waitlist/screens/waitlist'), 'WaitlistScreen')
const MessagesScreen = screenOf(() => import('#features/messages/screens/messages'), 'MessagesScreen')
const MediaScreen = screenOf(() => import('#features/media/screens/media'), 'MediaScreen')
const RedirectsScreen = screenOf(() => import('#features/redirects/screens/redirects'), 'RedirectsScreen')
const LinksScreen = screenOf(() => import('#features/links/screens/links'), 'LinksScreen')
const SamplesScreen = screenOf(() => import('../samples/samples'), 'SamplesScreen')
const ChecksScreen = screenOf(() => import('#features/checks/screens/checks'), 'ChecksScreen')
const OutboxScreen = screenOf(() => import('#admin/outbox/outbox'), 'OutboxScreen')
const PeopleScreen = screenOf(() => import('#auth/screens/people/people'), 'PeopleScreen')
const ActivityScreen = screenOf(() => import('#features/activity/screens/activity'), 'ActivityScreen')
const PrivacyScreen = screenOf(() => import('#admin/privacy/privacy'), 'PrivacyScreen')
const AccountScreen = screenOf(() => import('#auth/screens/account/account'), 'AccountScreen')
const ContentScreen = screenOf(() => import('#admin/content/content'), 'ContentScreen')
const SettingsScreen = screenOf(() => import('#admin/settings/settings'), 'SettingsScreen')
const SiteScreen = screenOf(() => import('#admin/site/site'), 'SiteScreen')
const TranslationsScreen = screenOf(() => import('#admin/translations/translations'), 'TranslationsScreen')

const IntegrationsScreen = screenOf(() => import('#features/webhooks/screens/integrations'), 'IntegrationsScreen')
const ImportScreen = screenOf(() => import('#features/imports/screens/import'), 'ImportScreen')
const NewslettersScreen = screenOf(() => import('#features/newsletters/screens/newsletters'), 'NewslettersScreen')
const VisitsScreen = screenOf(() => import('#features/visits/screens/visits'), 'VisitsScreen')
const SystemScreen = screenOf(() => import('#admin/system/system'), 'SystemScreen')

export type Entry = {
  path: string
  label: MessageId
  Icon: IconComponent
  Component: ComponentType & { preload?: () => Promise<unknown> }
}

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
