import { useAtomValue } from 'jotai'
import { defaultLanguage, type Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { isTranslated, localize } from '#records/translation/localize'
import { isRecord } from '#text/parse-json'
import type { CustomPage } from '../contract'
import { blockViews } from './block-views'
import { said } from './said'
import type { Parts } from './view'

type Page = Pick<CustomPage, 'title' | 'blocks' | 'translations'>
type PageBlocksProps = { page: Page; parts: Parts }

/**
 * What a page of one's own is made of, under one main heading. Blocks can be linked to by their types: `#faq`, and
 * `#faq-2` for the second of its type.
 */
export function PageBlocks({ page, parts }: PageBlocksProps) {
  const language = useAtomValue(languageAtom)
  const shown = shownBlocks(page, language)
  const head = shown.find(({ block, says }) => block.type === 'hero' && says.text('title'))
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
        const { block, says, id } = one
        const View = blockViews[block.type]
        const title = says.text('title')
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
                said={says}
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

/** The blocks for visitors, each with what it says in the language of the page, and its id within the page. */
function shownBlocks(page: Page, language: Language) {
  const texts: unknown = language === defaultLanguage ? undefined : page.translations[language]
  const over = isTranslated(page, language) && isRecord(texts) && isRecord(texts.blocks) ? texts.blocks : {}
  const counts: Record<string, number> = {}
  return page.blocks
    .filter(({ hidden }) => hidden !== true)
    .map((block) => {
      const count = (counts[block.type] = (counts[block.type] ?? 0) + 1)
      const id = count > 1 ? `${block.type}-${count}` : block.type
      return { block, id, says: said(block, language === defaultLanguage ? undefined : (over[block.id] ?? {})) }
    })
}
