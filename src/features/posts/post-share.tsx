import { useAtomValue } from 'jotai'
import { useState, useSyncExternalStore } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { siteAtom } from '#contract/site'
import { recordHref, localize } from '#records/translation/localize'
import type { Post } from './contract'
import { postPath } from './paths'

type PostShareProps = { post: Pick<Post, 'slug' | 'title' | 'author' | 'translations'> }

/** The author of a post, and the buttons to share it by mail or link. */
export function PostShare({ post }: PostShareProps) {
  const t = useText()
  const language = usePageLanguage()
  const { origin } = useAtomValue(siteAtom)
  const address = `${origin}${recordHref(postPath, post, language)}`
  const { title } = localize(post, language)
  return (
    <div className="share">
      {post.author && <p>{t('blog.by', { author: post.author })}</p>}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}>
        {t('blog.shareByMail')}
      </a>
      <CopyLink address={address} />
    </div>
  )
}

/** Only rendered in the browser, because it needs a script. */
function CopyLink({ address }: { address: string }) {
  const t = useText()
  const canCopy = useSyncExternalStore(
    () => () => {},
    () => 'clipboard' in navigator,
    () => false,
  )
  const [copied, setCopied] = useState(false)
  if (!canCopy) return null
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void navigator.clipboard.writeText(address).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {t('blog.copyLink')}
      </button>
      <output>{copied && t('blog.linkCopied')}</output>
    </>
  )
}
