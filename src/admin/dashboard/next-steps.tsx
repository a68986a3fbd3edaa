import { ChevronRightIcon, type IconComponent, MessageIcon, PageIcon, PostIcon, ProjectIcon, SettingsIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import { Link } from '#base/ui/link'

type NextStepsProps = {
  /** Undefined while it is not known. */
  unread: number | undefined
  hasPages: boolean
}

export function NextSteps({ unread, hasPages }: NextStepsProps) {
  const t = useText()
  return (
    <section className="admin-panel" aria-labelledby="next-steps">
      <h2 id="next-steps">{t('dashboard.next')}</h2>
      <ul className="admin-steps">
        {unread !== undefined && (unread > 0
          ? <Step href="/admin/messages/" Icon={MessageIcon} title={t('dashboard.unread', { count: unread })} text={t('dashboard.unreadText')} isUrgent />
          : <Step href="/admin/messages/" Icon={MessageIcon} title={t('dashboard.allRead')} text={t('dashboard.allReadText')} />)}
        <Step href="/admin/blog/" Icon={PostIcon} title={t('dashboard.writePost')} text={t('dashboard.writePostText')} />
        <Step href="/admin/projects/" Icon={ProjectIcon} title={t('dashboard.showProject')} text={t('dashboard.showProjectText')} />
        {hasPages
          ? <Step href="/admin/content/" Icon={PageIcon} title={t('dashboard.editPages')} text={t('dashboard.editPagesText')} />
          : <Step href="/admin/content/" Icon={PageIcon} title={t('dashboard.createPages')} text={t('dashboard.createPagesText')} isUrgent />}
        <Step href="/admin/settings/" Icon={SettingsIcon} title={t('dashboard.seo')} text={t('dashboard.seoText')} />
      </ul>
    </section>
  )
}

type StepProps = { href: string; Icon: IconComponent; title: string; text: string; isUrgent?: boolean }

function Step({ href, Icon, title, text, isUrgent }: StepProps) {
  return (
    <li data-urgent={isUrgent || undefined}>
      <Link href={href}>
        <Icon />
        <span>
          <strong>{title}</strong>
          <span className="kit-note">{text}</span>
        </span>
        <ChevronRightIcon />
      </Link>
    </li>
  )
}
