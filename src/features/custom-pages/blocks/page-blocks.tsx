import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { defaultLanguage, type Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { isTranslated, localize } from '#records/translation/localize'
import { isRecord } from '#text/parse-json'
import type { CustomPage } from '../contract'
import { blockViews } from './block-views'
import { localizedTexts } from '#records/translation/localized-texts'
import type { Parts } from './block-parts'

type Page = Pick<CustomPage, 'title' | 'blocks' | 'translations'>
type PageBlocksProps = { page: Page; parts: Parts }

/**
 * The blocks of a custom page, with one `h1`. The ids of blocks are their types: `#faq`, and `#faq-2` for the second of
 * its type.
 */
export function PageBlocks({ page, parts }: PageBlocksProps) {
  const language = usePageLanguage()
  const { signUp } = useAtomValue(siteAtom)
  const shown = shownBlocks(page, language).filter(({ block }) => signUp !== 'off' || block.type !== 'waitlist')
  const head = shown.find(({ block, texts }) => block.type === 'hero' && texts.text('title'))
  return (
    <>
      {!head && (
        <header className="block block-hero">
          <h1 className="block-title" lang={isTranslated(page, language) ? undefined : defaultLanguage}>
            {localize(page, language).title}
          </h1>
        </header>
      )}
      {shown.map((one, at) => {
        const { block, texts, id } = one
        const View = blockViews[block.type]
        const title = texts.text('title')
        return (
          View && (
            <section
              key={block.id}
              id={id}
              className={`block block-${block.type}`}
              aria-labelledby={title ? `${id}-title` : undefined}
            >
              <View
                {...{ block, id, parts }}
                texts={texts}
                heading={one === head ? 'h1' : 'h2'}
                below={title ? 'h3' : 'h2'}
                isFirst={at === 0}
              />
            </section>
          )
        )
      })}
    </>
  )
}

/** The visible blocks, each with its texts in the language of the page, and its id within the page. */
function shownBlocks(page: Page, language: Language) {
  const translation: unknown = language === defaultLanguage ? undefined : page.translations[language]
  const over =
    isTranslated(page, language) && isRecord(translation) && isRecord(translation.blocks) ? translation.blocks : {}
  return pageSections(page.blocks).map((section) => ({
    ...section,
    texts: localizedTexts(section.block, language === defaultLanguage ? undefined : (over[section.block.id] ?? {})),
  }))
}

type Shown = { type: string; hidden?: boolean }

/** The visible blocks of a page with the HTML ids of their sections: `faq`, and `faq-2` for the second of its type. */
export function pageSections<B extends Shown>(blocks: readonly B[]): { block: B; id: string }[] {
  const counts: Record<string, number> = {}
  return blocks
    .filter(({ hidden }) => hidden !== true)
    .map((block) => {
      const count = (counts[block.type] = (counts[block.type] ?? 0) + 1)
      return { block, id: count > 1 ? `${block.type}-${count}` : block.type }
    })
}
