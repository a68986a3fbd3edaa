import {
  ArchiveIcon,
  type IconComponent,
  ImageIcon,
  LinkIcon,
  MailIcon,
  PageIcon,
  PencilIcon,
  SearchIcon,
  SettingsIcon,
  ShieldIcon,
  TranslationIcon,
} from '#ui/controls/buttons/icons'
import type { ChecklistKey } from '#contract/checklist-keys'

export const checklistIcons: Record<ChecklistKey, IconComponent> = {
  'starter-text': PageIcon,
  name: PencilIcon,
  logo: ImageIcon,
  'alt-texts': ImageIcon,
  translations: TranslationIcon,
  links: LinkIcon,
  descriptions: SearchIcon,
  'site-url': SettingsIcon,
  mail: MailIcon,
  backup: ArchiveIcon,
  'second-factor': ShieldIcon,
}
