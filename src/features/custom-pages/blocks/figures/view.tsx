import { BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

/** Maximum characters of a value in large type. */
const short = 7

export function FiguresView(props: ViewProps) {
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
}
