import { lowerHeadings } from '#text/html/headings'
import { Html } from '#ui/prose/html'
import { StoredLink } from '#ui/prose/stored-link'
import { BlockPicture, BlockText, BlockTitle, BlockWords, type View } from './block-parts'
import type { BlockTypeName } from './block-types'

/** Maximum characters of a value in large type. */
const short = 7

/** The component of each block type. */
export const blockViews: Partial<Record<string, View>> = {
  hero: ({ isFirst, ...props }) => (
    <>
      <BlockWords {...props} />
      <BlockPicture
        of={props.texts.part('picture')}
        className="block-plate"
        sizes="(min-width: 60rem) min(45vw, 54rem), 92vw"
        priority={isFirst}
      />
    </>
  ),
  text: ({ texts, id }) => (
    <Html className="ruled" html={lowerHeadings(texts.text('html'), { top: 2, id })} lang={texts.lang('html')} />
  ),
  picture: ({ texts, isFirst }) => {
    const isWide = texts.value('wide') === true
    return (
      <figure data-wide={isWide || undefined}>
        <BlockPicture
          of={texts}
          className="block-frame"
          shape="whole"
          sizes={isWide ? '(min-width: 120rem) 106rem, 92vw' : '(min-width: 60rem) min(52vw, 66rem), 92vw'}
          priority={isFirst}
        />
        <BlockText of={texts} name="caption" as="figcaption" />
      </figure>
    )
  },
  gallery: ({ texts }) => (
    <ul className="block-pictures">
      {texts.rows('pictures').map((picture, at) => (
        <li key={at}>
          <figure>
            <BlockPicture of={picture} className="block-frame" sizes="(min-width: 60rem) 46vw, 46vw" />
            <BlockText of={picture} name="caption" as="figcaption" />
          </figure>
        </li>
      ))}
    </ul>
  ),
  cards: (props) => (
    <>
      <BlockTitle {...props} />
      <ul className="block-grid">
        {props.texts.rows('cards').map((card, at) => {
          const href = card.text('href')
          return (
            <li key={at} className="card block-card">
              <BlockPicture
                of={card.part('picture')}
                className="card-picture"
                sizes="(min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw"
              />
              <props.below className="card-title" lang={card.lang('title')}>
                {href ? <StoredLink href={href}>{card.text('title')}</StoredLink> : card.text('title')}
              </props.below>
              <BlockText of={card} name="text" />
            </li>
          )
        })}
      </ul>
    </>
  ),
  figures: (props) => {
    const figures = props.texts.rows('figures')
    return (
      <>
        <BlockTitle {...props} />
        <dl data-long={figures.some((figure) => figure.text('value').length > short) || undefined}>
          {figures.map((figure, at) => (
            <div key={at}>
              <BlockText of={figure} name="label" as="dt" />
              <BlockText of={figure} name="value" as="dd" />
            </div>
          ))}
        </dl>
      </>
    )
  },
  quote: ({ texts }) => (
    <figure data-long={texts.text('text').length > 240 || undefined}>
      <blockquote>
        <BlockText of={texts} name="text" />
      </blockquote>
      {(texts.text('name') || texts.text('role') || texts.part('photo').text('src')) && (
        <figcaption>
          <BlockPicture of={texts.part('photo')} className="block-photo" shape="square" sizes="5rem" />
          <div>
            <BlockText of={texts} name="name" as="strong" />
            <BlockText of={texts} name="role" as="span" />
          </div>
        </figcaption>
      )}
    </figure>
  ),
  logos: (props) => (
    <>
      <BlockTitle {...props} />
      <ul>
        {props.texts.rows('logos').map((logo, at) => {
          const href = logo.text('href')
          const picture = <BlockPicture of={logo} className="block-logo" shape="whole" sizes="10rem" />
          return (
            <li key={at}>
              {href ? (
                <StoredLink href={href} aria-label={logo.text('alt') || href} lang={logo.lang('alt')}>
                  {picture}
                </StoredLink>
              ) : (
                picture
              )}
            </li>
          )
        })}
      </ul>
    </>
  ),
  faq: (props) => (
    <>
      <BlockTitle {...props} />
      <div className="block-questions">
        {props.texts.rows('questions').map((one, at) => (
          <details key={at}>
            <BlockText of={one} name="question" as="summary" />
            <Html
              html={lowerHeadings(one.text('answer'), { top: props.below === 'h3' ? 3 : 2, id: `${props.id}-${at}` })}
              lang={one.lang('answer')}
            />
          </details>
        ))}
      </div>
    </>
  ),
  call: BlockWords,
  posts: (props) => (
    <>
      <BlockTitle {...props} />
      <props.parts.Posts block={props.block} heading={props.below} />
    </>
  ),
  projects: (props) => (
    <>
      <BlockTitle {...props} />
      <props.parts.Projects block={props.block} heading={props.below} />
    </>
  ),
  contact: (props) => (
    <>
      <BlockTitle {...props} />
      <props.parts.ContactForm id={props.id} />
    </>
  ),
  waitlist: (props) => (
    <div className="blueprint">
      <BlockWords {...props} />
      <props.parts.WaitlistForm id={props.id} />
    </div>
  ),
} satisfies Record<BlockTypeName, View>
