import { lowerHeadings } from '#text/html/headings'
import { Html } from '#ui/prose/html'
import { BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export function FaqView(props: ViewProps) {
  const { texts, id, below } = props
  return (
    <>
      <BlockTitle {...props} />
      <div className="block-questions">
        {texts.rows('questions').map((one, at) => (
          <details key={at}>
            <BlockText of={one} name="question" as="summary" />
            <Html
              html={lowerHeadings(one.text('answer'), { top: below === 'h3' ? 3 : 2, id: `${id}-${at}` })}
              lang={one.lang('answer')}
            />
          </details>
        ))}
      </div>
    </>
  )
}
