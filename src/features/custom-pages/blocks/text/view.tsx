import { lowerHeadings } from '#text/html/headings'
import { Html } from '#ui/prose/html'
import type { ViewProps } from '../view'

export const TextView = ({ texts, id }: ViewProps) => (
  <Html className="ruled" html={lowerHeadings(texts.text('html'), { top: 2, id })} lang={texts.lang('html')} />
)
