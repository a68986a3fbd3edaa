type Term = { domain: string; slug: string; name: string }

export type WxrPost = {
  title: string
  /** The title as it is in the file. */
  xmlTitle?: string
  id?: number
  slug?: string
  guid?: string
  link?: string
  content?: string
  type?: string
  status?: string
  /** The URL of an attachment's file. */
  attachment?: string
  terms?: Term[]
  meta?: Record<string, string>
}

const old = 'https://old.example'
const section = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An export of WordPress; `languages`: those of Polylang, with their locales. */
export function wxrOf(
  posts: readonly WxrPost[],
  { languages = {} }: { languages?: Record<string, string> } = {},
): string {
  const terms = Object.entries(languages).map(
    ([slug, locale]) =>
      `<wp:term><wp:term_taxonomy>language</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_name>x</wp:term_name><wp:term_description>${section(`a:1:{s:6:"locale";s:${locale.length}:"${locale}";}`)}</wp:term_description></wp:term>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>${old}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>${old}</wp:base_site_url><wp:base_blog_url>${old}</wp:base_blog_url>
${terms.join('\n')}
${posts.map((post, index) => itemOf(post, index + 1)).join('\n')}
</channel></rss>`
}

function itemOf(post: WxrPost, place: number): string {
  const { title, id = place, slug = title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'), type = 'post' } = post
  const terms = (post.terms ?? []).map(
    ({ domain, slug: term, name }) => `<category domain="${domain}" nicename="${term}">${section(name)}</category>`,
  )
  const meta = Object.entries(post.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${section(key)}</wp:meta_key><wp:meta_value>${section(value)}</wp:meta_value></wp:postmeta>`,
  )
  return `<item><title>${post.xmlTitle ?? section(title)}</title><link>${post.link ?? `${old}/${slug}/`}</link><dc:creator>${section('ana')}</dc:creator><guid isPermaLink="false">${post.guid ?? `${old}/?p=${id}`}</guid><content:encoded>${section(post.content ?? '<p>Text</p>')}</content:encoded><excerpt:encoded>${section('')}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2024-05-06 10:00:00</wp:post_date><wp:post_date_gmt>2024-05-06 10:00:00</wp:post_date_gmt><wp:post_name>${section(slug)}</wp:post_name><wp:status>${post.status ?? 'publish'}</wp:status><wp:post_type>${type}</wp:post_type>${post.attachment ? `<wp:attachment_url>${post.attachment}</wp:attachment_url>` : ''}${terms.join('')}${meta.join('')}</item>`
}
