import { useAtomValue } from 'jotai'
import { useState, useSyncExternalStore } from 'react'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { siteAtom } from '#contract/site'
import { recordHref, localize } from '#records/translation/localize'
import type { Post } from './contract'
import { postPath } from './paths'

type PostShareProps = { post: Pick<Post, 'slug' | 'title' | 'author' | 'translations'> }

/** Who wrote a post, and how to hand it on: by the visitor's own mail, or as its address. */
export function PostShare({ post }: PostShareProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
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

/** Only where a script can: the page as the server sent it has none. */
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
