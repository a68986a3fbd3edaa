import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import type { PageName } from '#features/page-contents/contract'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import type { GroupWith } from '#i18n/messages'
import { PageHead, versionsOf } from '#site/layout/page-head'

export type ListTexts = {
  /** The texts of the list. */
  section: GroupWith<'listTitle'> & GroupWith<'listSubtitle'>
  /** The page with its stored texts, for a list that is one of the six pages. */
  page?: PageName
}

/** The metadata of a list: those of its page, otherwise its own texts. */
export const ListHead = ({ section, page }: ListTexts) =>
  page ? <PageHead page={page} /> : <OwnHead section={section} />

function OwnHead({ section }: Pick<ListTexts, 'section'>) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const { pathname } = useLocation()
  const item = {
    title: `${name} ${t(`${section}.listTitle`)}`,
    description: t(`${section}.listSubtitle`),
    versions: versionsOf(pathname),
  }
  return <PageHead page="home" item={item} />
}
