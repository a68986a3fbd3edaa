import {
  ArchiveIcon,
  ChevronRightIcon,
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
import { Link, OutLink } from '#ui/link'

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

export type StepProps = {
  Icon: IconComponent
  title: string
  text: string
  /** Where it is done; without it the text says how. */
  to?: string
  /** `to` is an external URL. */
  isElsewhere?: boolean
}

/** A task in a list of `admin-steps`: what to do, and why. */
export function Step({ Icon, title, text, to, isElsewhere }: StepProps) {
  const Target = isElsewhere ? OutLink : Link
  const content = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{text}</span>
      </span>
    </>
  )
  return to === undefined ? (
    <div>{content}</div>
  ) : (
    <Target href={to}>
      {content}
      <ChevronRightIcon />
    </Target>
  )
}
