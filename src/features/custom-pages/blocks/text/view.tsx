import { lowerHeadings } from '#text/html/lower-headings'
import { Html } from '#ui/prose/html'
import type { ViewProps } from '../view'

export const TextView = ({ said, id }: ViewProps) => (
  <Html className="ruled" html={lowerHeadings(said.text('html'), { top: 2, id })} lang={said.lang('html')} />
)
