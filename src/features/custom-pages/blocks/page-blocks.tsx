import { useAtomValue } from 'jotai'
import { defaultLanguage, type Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { isTranslated, localize } from '#records/translation/localize'
import { isRecord } from '#text/parse-json'
import { Html } from '#ui/prose/html'
import { Picture } from '#ui/pictures/picture'
import type { CustomPage } from '../contract'

type PageBlocksProps = { page: Pick<CustomPage, 'title' | 'blocks' | 'translations'> }

/** What a page of one's own is made of, under one main heading. */
export function PageBlocks({ page }: PageBlocksProps) {
  const language = useAtomValue(languageAtom)
  const { title, blocks } = localize(page, language)
  const head = blocks.find(({ type }) => type === 'hero')
  const langOf = languagesOf(page, language)
  return (
    <article className="article">
      {!head && <h1 lang={isTranslated(page, language) ? undefined : defaultLanguage}>{title}</h1>}
      {blocks.map((block) =>
        block.type === 'hero' ? (
          <HeroBlock key={block.id} block={block} lang={langOf(block.id)} Heading={block === head ? 'h1' : 'h2'} />
        ) : block.type !== 'text' ? null : (
          <Html key={block.id} className="article-body" html={textOf(block.html)} lang={langOf(block.id)('html')} />
        ),
      )}
    </article>
  )
}

type HeroBlockProps = {
  block: Record<string, unknown>
  lang: (name: string) => Language | undefined
  Heading: 'h1' | 'h2'
}

function HeroBlock({ block, lang, Heading }: HeroBlockProps) {
  const picture = isRecord(block.picture) ? block.picture : {}
  const src = textOf(picture.src)
  return (
    <>
      <header className="article-head">
        <Heading lang={lang('title')}>{textOf(block.title)}</Heading>
        {textOf(block.text) && (
          <p className="article-lead" lang={lang('text')}>
            {textOf(block.text)}
          </p>
        )}
      </header>
      {src && (
        <div className="article-picture">
          <Picture src={src} alt={textOf(picture.alt)} sizes="(min-width: 60rem) min(52vw, 63rem), 94vw" />
        </div>
      )}
    </>
  )
}

/** The `lang` of a block's texts: those that lack a translation are shown in English. */
function languagesOf(page: PageBlocksProps['page'], language: Language) {
  const said: unknown = page.translations[language === defaultLanguage ? 'es' : language]
  const blocks = isRecord(said) && isRecord(said.blocks) ? said.blocks : {}
  return (id: string) => (name: string) => {
    const texts = blocks[id]
    const isSaid = isTranslated(page, language) && isRecord(texts) && texts[name]
    return language === defaultLanguage || isSaid ? undefined : defaultLanguage
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
