import { type Command, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { insertBlock, leaveBlock } from '#editing/rich-text/blocks/block-commands'

export type Video = { href: string; host: string }

/** A video host: its domains, the id in its URLs, and the URL of a video's page. */
type Host = { name: string; domains: RegExp; idOf: (url: URL) => string | undefined; watch: (id: string) => string }

const firstMatch = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

const hosts: Host[] = [
  {
    name: 'YouTube',
    domains: /^((www|m|music)\.)?youtube(-nocookie)?\.com$/,
    idOf: ({ pathname, searchParams }) =>
      pathname === '/watch'
        ? firstMatch(searchParams.get('v') ?? '', /^([\w-]{6,20})$/)
        : firstMatch(pathname, /^\/(?:shorts|live|embed|v)\/([\w-]{6,20})\/?$/),
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'YouTube',
    domains: /^youtu\.be$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/([\w-]{6,20})\/?$/),
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'Vimeo',
    domains: /^((www|player)\.)?vimeo\.com$/,
    idOf: ({ pathname }) =>
      firstMatch(pathname, /^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12}(?:\/[\da-f]{6,16})?)\/?$/),
    watch: (id) => `https://vimeo.com/${id}`,
  },
  {
    name: 'Dailymotion',
    domains: /^(www\.)?dailymotion\.com$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/(?:embed\/)?video\/(\w{5,12})\/?$/),
    watch: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    name: 'TED',
    domains: /^(www|embed)\.ted\.com$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/talks\/([\w-]{3,200})\/?$/),
    watch: (id) => `https://www.ted.com/talks/${id}`,
  },
]

/** The video of a URL on a well-known host, with its canonical URL; accepts player and short URLs too. */
export function videoOf(address: string): Video | undefined {
  const text = address.trim()
  const full = /^https?:\/\//i.test(text) ? text : text.startsWith('//') ? `https:${text}` : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(full)) return undefined
  const url = new URL(full)
  for (const { name, domains, idOf, watch } of hosts) {
    const id = domains.test(url.hostname) ? idOf(url) : undefined
    if (id !== undefined) return { href: withStart(watch(id), url), host: name }
  }
  return undefined
}

/** Keeps the start time of the URL. */
function withStart(href: string, url: URL): string {
  const start = firstMatch(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '', /^(\d+)s?$/)
  return start !== undefined && href.includes('youtube') ? `${href}&t=${start}s` : href
}

/**
 * An external video as a link with an editable title and the name of its host. Nothing is loaded from there before the
 * link is followed.
 */
export const VideoCard = Node.create({
  name: 'videoCard',
  group: 'block',
  content: 'text*',
  marks: '',
  draggable: true,
  isolating: true,
  defining: true,
  addAttributes: () => ({
    href: { default: null, parseHTML: (figure: Element) => figure.querySelector('a')?.getAttribute('href') ?? null },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: (figure) => {
        const [link, caption, ...others] = Array.from(figure.children)
        const video = videoOf(link?.getAttribute('href') ?? '')
        return link?.localName === 'a' && caption?.textContent === video?.host && others.length === 0 ? null : false
      },
      contentElement: 'a',
    },
  ],
  renderHTML({ node }) {
    const href = String(node.attrs.href)
    const host = videoOf(href)?.host ?? ''
    return ['figure', ['a', { href }, ...(node.content.size > 0 ? [0] : [host])], ['figcaption', host]]
  },
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('figure')
      // Not a link: browsers remove an empty one during editing.
      const title = document.createElement('div')
      title.className = 'rich-video'
      const host = document.createElement('figcaption')
      host.contentEditable = 'false'
      const show = ({ attrs }: typeof node) => {
        dom.title = String(attrs.href)
        host.textContent = videoOf(String(attrs.href))?.host ?? ''
      }
      show(node)
      dom.append(title, host)
      return {
        dom,
        contentDOM: title,
        update(changed) {
          if (changed.type !== node.type) return false
          show(changed)
          return true
        },
      }
    },
  addKeyboardShortcuts() {
    return {
      Enter: () => leaveBlock(this.editor, this.name),
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        if ($from.parent.type.name !== this.name || !empty || $from.parent.content.size > 0) return false
        return this.editor.commands.setNode('paragraph')
      },
    }
  },
})

/** Inserts a video's card, and selects its title. */
export const insertVideo = (href: string, title: string): Command =>
  insertBlock({ type: 'videoCard', attrs: { href }, content: [{ type: 'text', text: title }] }, (document, card) =>
    TextSelection.create(document, card + 1, card + 1 + title.length),
  )
