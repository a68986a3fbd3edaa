import { type ComponentProps, type ComponentType, type ElementType, useContext } from 'react'
import { type LibraryPicture, shapes } from '#contract/picture-variants'
import type { LocalizedTexts } from '#records/translation/localized-texts'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { Picture } from '#ui/pictures/picture'
import { StoredLink } from '#ui/prose/stored-link'

/** Content of other features in blocks; provided by the site. */
export type Parts = {
  Posts: ComponentType<ListProps>
  Projects: ComponentType<ListProps>
  ContactForm: ComponentType<FormProps>
  WaitlistForm: ComponentType<FormProps>
}

/** `id` is that of the enclosing section. */
export type FormProps = { id: string }
export type ListProps = { block: Record<string, unknown>; heading: 'h2' | 'h3' }

export type ViewProps = {
  block: Record<string, unknown>
  texts: LocalizedTexts
  /** The id of its section, and the prefix of ids inside it. */
  id: string
  /** The level of its title. */
  heading: 'h1' | 'h2'
  /** The level of titles inside it. */
  below: 'h2' | 'h3'
  isFirst: boolean
  parts: Parts
}

export type View = ComponentType<ViewProps>

type BlockTextProps = { of: LocalizedTexts; name: string; as?: ElementType; className?: string; id?: string }

/** A text of a block; renders nothing if it is empty. */
export function BlockText({ of, name, as: Element = 'p', ...props }: BlockTextProps) {
  const text = of.text(name)
  return (
    text && (
      <Element lang={of.lang(name)} {...props}>
        {text}
      </Element>
    )
  )
}

type HeadProps = Pick<ViewProps, 'texts' | 'id' | 'heading'>

/** The title of a block, if it has one. */
export const BlockTitle = ({ texts, id, heading }: HeadProps) => (
  <BlockText of={texts} name="title" as={heading} className="block-title" id={`${id}-title`} />
)

/** The title, the text and the button of a block, as far as it has them. */
export function BlockWords(props: HeadProps) {
  const action = props.texts.part('action')
  const href = action.text('href')
  return (
    <div className="block-words">
      <BlockTitle {...props} />
      <BlockText of={props.texts} name="text" className="block-lead" />
      {href && (
        <StoredLink className="button button-signal" href={href} lang={action.lang('label')}>
          {action.text('label')}
        </StoredLink>
      )}
    </div>
  )
}

type BlockPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'alt'> & { of: LocalizedTexts; className: string }

/**
 * A picture of a block with the block's alternative text; renders nothing without one. `data-x` and `data-y` are the
 * focus point, for frames of another shape than the picture.
 */
export function BlockPicture({ of, className, ...props }: BlockPictureProps) {
  const src = of.text('src')
  const alt = of.text('alt')
  const own = useContext(LibraryPicturesContext)(src)
  const focus = own && focusIn(own, shapes[props.shape ?? 'wide'])
  return (
    src && (
      <div className={className} lang={alt ? of.lang('alt') : undefined} data-x={focus?.x} data-y={focus?.y}>
        <Picture src={src} alt={alt} {...props} />
      </div>
    )
  )
}

/** The focus point in the variant of this aspect ratio, in per cent; a drawing has no variants. */
function focusIn({ focus, width, height, sort }: LibraryPicture, ratio: number | undefined) {
  const own = width / height
  const kept = ratio && sort !== 'drawing' ? { x: ratio / own, y: own / ratio } : { x: 1, y: 1 }
  return { x: `${within(focus.x, kept.x)}%`, y: `${within(focus.y, kept.y)}%` }
}

/** Where a point is in the part of a length that is cut out around it. */
function within(at: number, part: number): number {
  const start = part < 1 ? Math.min(Math.max(at - part / 2, 0), 1 - part) : 0
  return Math.round(((at - start) / Math.min(part, 1)) * 100)
}
