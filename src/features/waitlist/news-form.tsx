import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { SignUpForm } from './sign-up-form'

/** The sign-up as one line, which always asks for news. */
export function NewsForm() {
  const t = useText()
  const { signUp } = useAtomValue(siteAtom)
  return (
    <section className="news-line" aria-labelledby="news-title">
      <div>
        <p className="news-title" id="news-title">
          {t('blog.newsTitle')}
        </p>
        <p>{signUp === 'news' ? t('blog.newsText') : t('blog.newsAndList')}</p>
      </div>
      <SignUpForm isForNews button={{ className: 'button', text: t('blog.newsSubmit') }} noteClass="news-privacy" />
    </section>
  )
}
