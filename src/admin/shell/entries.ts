import {
  DashboardIcon, type IconComponent, MessageIcon, PageIcon, PostIcon, ProjectIcon, SettingsIcon, UsersIcon,
} from '#base/controls/icons'
import type { MessageId } from '#base/i18n/messages'

type Entry = { path: string; label: MessageId; Icon: IconComponent }

/** The screens of the admin, in the order of its navigation. */
export const entries: Entry[] = [
  { path: '/admin/dashboard/', label: 'adminNav.dashboard', Icon: DashboardIcon },
  { path: '/admin/blog/', label: 'adminNav.posts', Icon: PostIcon },
  { path: '/admin/projects/', label: 'adminNav.projects', Icon: ProjectIcon },
  { path: '/admin/content/', label: 'adminNav.pages', Icon: PageIcon },
  { path: '/admin/waitlist/', label: 'adminNav.waitlist', Icon: UsersIcon },
  { path: '/admin/messages/', label: 'adminNav.messages', Icon: MessageIcon },
  { path: '/admin/settings/', label: 'adminNav.settings', Icon: SettingsIcon },
]
