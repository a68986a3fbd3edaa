import {
  ChevronRightIcon,
  type IconComponent,
  MessageIcon,
  PageIcon,
  PostIcon,
  ProjectIcon,
  SettingsIcon,
} from '#base/controls/icons'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { adminPaths } from '#base/admin-paths'
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
        {unread !== undefined &&
          (unread > 0 ? (
            <Step
              path={adminPaths.messages}
              Icon={MessageIcon}
              title={t('dashboard.unread', { count: unread })}
              text={t('dashboard.unreadText')}
              isUrgent
            />
          ) : (
            <Step
              path={adminPaths.messages}
              Icon={MessageIcon}
              title={t('dashboard.allRead')}
              text={t('dashboard.allReadText')}
            />
          ))}
        <Step
          path={adminPaths.blog}
          Icon={PostIcon}
          title={t('dashboard.writePost')}
          text={t('dashboard.writePostText')}
        />
        <Step
          path={adminPaths.projects}
          Icon={ProjectIcon}
          title={t('dashboard.showProject')}
          text={t('dashboard.showProjectText')}
        />
        {hasPages ? (
          <Step
            path={adminPaths.content}
            Icon={PageIcon}
            title={t('dashboard.editPages')}
            text={t('dashboard.editPagesText')}
          />
        ) : (
          <Step
            path={adminPaths.content}
            Icon={PageIcon}
            title={t('dashboard.createPages')}
            text={t('dashboard.createPagesText')}
            isUrgent
          />
        )}
        <Step path={adminPaths.settings} Icon={SettingsIcon} title={t('dashboard.seo')} text={t('dashboard.seoText')} />
      </ul>
    </section>
  )
}

type StepProps = { path: string; Icon: IconComponent; title: string; text: string; isUrgent?: boolean }

function Step({ path, Icon, title, text, isUrgent }: StepProps) {
  return (
    <li data-urgent={isUrgent || undefined}>
      <Link href={href(path)}>
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
