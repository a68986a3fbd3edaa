import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '#editing/use-settled'
import { postKind } from '#features/posts/contract'
import { useText } from '#i18n/i18n'
import { recordsPartQuery } from '#records/screen/load-record'
import { SearchBox } from '#ui/controls/fields/search-box'
import { Select } from '#ui/controls/fields/select'

/** The newest are offered; others are found by their words. */
const mostPosts = 100
/** Milliseconds without a key until it is looked for. */
const pause = 250

type PostChoiceProps = { post: number | undefined; error?: string; onChoose: (post: number | undefined) => void }

/** One of the posts that visitors can read. */
export function PostChoice({ post, error, onChoose }: PostChoiceProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim(), pause)
  const { data: all } = useQuery(livePosts())
  const { data: found } = useQuery({ ...livePosts(words), placeholderData: keepPreviousData })
  const rows = found?.rows ?? []
  const isMissing = post !== undefined && !rows.some(({ id }) => id === post)
  const { data: chosen } = useQuery({
    ...recordsPartQuery(postKind, { status: 'all', id: post, limit: 1 }),
    enabled: isMissing,
  })
  const options = rows.map(({ id, title }) => ({ value: String(id), label: title }))
  if (isMissing)
    options.unshift({ value: String(post), label: chosen?.rows[0]?.title ?? t('letters.otherPost', { id: post }) })
  const isLong = (all?.total ?? 0) > mostPosts
  return (
    <div className="letter-post">
      {isLong && <SearchBox label={t('letters.findPost')} value={typed} onChange={setTyped} />}
      <Select
        label={t('letters.post')}
        value={post === undefined ? '' : String(post)}
        onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
        options={[{ value: '', label: t('letters.choosePost') }, ...options]}
      />
      {isLong && found && (
        <output className="kit-note">{t('letters.postsFound', { shown: rows.length, count: found.total })}</output>
      )}
      {error !== undefined && (
        <p className="kit-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const livePosts = (words = '') =>
  recordsPartQuery(postKind, { status: 'published', limit: mostPosts, ...(words === '' ? {} : { q: words }) })
