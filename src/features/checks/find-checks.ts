import { defaultLanguage, type Language, languages } from '#i18n/language'
import type { Fields, RowField, RowFields } from '#records/kind/fields'
import { declaredValues, fieldsOfBlock, blocksIn } from '#records/kind/nested'
import { withoutHidden } from '#records/kind/nested-texts'
import type { DescribedKind } from '#records/kind/record'
import type { Translation } from '#records/translation/translation-contract'
import { isHtmlElement, isText, parse, type ParsedElement, type ParsedNode, TangledMarkup } from '#text/html/parse'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { type Check, type CheckCode, checkCodes, mostChecks } from '#records/checks/contract'

type Json = Record<string, unknown>

/** What the checks know of a text's surroundings; the functions below ask nobody. */
export type CheckFacts = {
  /** The targets of links that lead nowhere or elsewhere. */
  links?: ReadonlyMap<string, 'broken' | 'redirected'>
  /** The pixels of pictures of the library, by URL. */
  sizes?: ReadonlyMap<string, { width: number; height: number }>
  /** The alternative texts that pictures of the library bring along, by URL. */
  described?: ReadonlySet<string>
  /** Whether a text came with a template or an empty site, and nobody has changed it. */
  isUntouched?: (text: string) => boolean
  translation?: Translation
  now: Date
}

/** The record as an editor sees it: fields, `metadata`, `translations`, and `status` unless it is new. */
export type CheckInput = { kind: DescribedKind; values: Json; slug?: string; status?: string }

const levels: Readonly<Partial<Record<CheckCode, Check['level']>>> = {
  'link-broken': 'repair',
  'text-untouched': 'repair',
  'alt-missing': 'repair',
  'heading-empty': 'repair',
  'heading-skipped': 'repair',
  'link-text': 'repair',
  'table-header': 'repair',
}

/** Search engines cut titles and descriptions at about these lengths. */
const longestTitle = 60
const longestDescription = 160
/** The pixels of a large social card. */
const cardSize = { width: 1200, height: 630 }
/** A copied text of fewer words may be a name. */
const fewestCopiedWords = 4
const longestDetail = 200
const day = 86_400_000

type Found = Omit<Check, 'level' | 'language'>
type FoundIn = Omit<Check, 'level'>

/** Everything that could be better, what hurts first. */
export function findChecks(record: CheckInput, facts: CheckFacts): Check[] {
  const written = languages.filter((language) => language === defaultLanguage || hasTexts(record, language))
  const inLanguage = (language: Language, some: Found[]): FoundIn[] => some.map((one) => ({ ...one, language }))
  const found = [
    ...written.flatMap((language) =>
      inLanguage(language, [...checkTexts(record, language, facts), ...checkSummary(record, language, facts)]),
    ),
    ...languages.flatMap((language) => inLanguage(language, checkTranslation(record, language, facts))),
    ...inLanguage(defaultLanguage, checkRecord(record, facts)),
  ]
  const rank = ({ code }: Pick<Check, 'code'>) => checkCodes.indexOf(code)
  return found
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostChecks)
    .map(({ code, path, language, detail }) => ({
      code,
      level: levels[code] ?? 'consider',
      path,
      language,
      detail: [...detail.replace(/\s+/g, ' ').trim()].slice(0, longestDetail).join(''),
    }))
}

/** The targets of all links, to find out where they lead. */
export function linkTargets(record: CheckInput): string[] {
  const targets = languages.flatMap((language) =>
    textsOf(record, language).flatMap(({ value, field }) => {
      if (field.type === 'link') return [value]
      return field.type === 'html' ? elementsOf(value).flatMap((node) => hrefOf(node) ?? []) : []
    }),
  )
  return [...new Set(targets.map((target) => target.trim()).filter(Boolean))]
}

/** The URLs of all pictures, of which `facts.sizes` and `facts.described` are asked. */
export function pictureUrls(record: CheckInput): string[] {
  const urls = languages.flatMap((language) => [
    ...textsOf(record, language).flatMap(({ value, field }) => {
      if (field.type === 'picture') return [value]
      return field.type === 'html'
        ? elementsOf(value).flatMap((node) => (node.tagName === 'img' ? attribute(node, 'src') : []))
        : []
    }),
    textAt(metadataOf(record, language), 'ogImage'),
  ])
  return [...new Set(urls.filter(Boolean))]
}

type TextValue = { value: string; field: { type: string }; path: string }

const prefixOf = (language: Language) => (language === defaultLanguage ? '' : `translations.${language}.`)

/** The values of a language: the translated ones alone, but for the first. */
function valuesIn({ values }: CheckInput, language: Language): Json {
  if (language === defaultLanguage) return values
  const { translations } = values
  const own = isRecord(translations) ? translations[language] : undefined
  return isRecord(own) ? own : {}
}

const hasTexts = (record: CheckInput, language: Language): boolean =>
  record.kind.fields.title === undefined
    ? Object.keys(valuesIn(record, language)).length > 0
    : textAt(valuesIn(record, language), 'title').trim() !== ''

const metadataOf = (record: CheckInput, language: Language): Json => {
  const { metadata } = valuesIn(record, language)
  return isRecord(metadata) ? metadata : {}
}

const textAt = (values: Json, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** The texts, links and pictures of a language, without those of hidden blocks. */
function textsOf(record: CheckInput, language: Language): TextValue[] {
  const { fields } = record.kind
  const values = valuesIn(record, language)
  const shown = withoutHidden(fields, values, record.values)
  const prefix = prefixOf(language)
  return declaredValues(fields, shown, withoutHidden(fields, record.values)).flatMap(({ value, field, path }) =>
    typeof value === 'string' ? [{ value, field, path: prefix + path }] : [],
  )
}

function checkTexts(record: CheckInput, language: Language, facts: CheckFacts): Found[] {
  const targets = new Map<string, string>()
  const found: Found[] = []
  for (const { value, field, path } of textsOf(record, language)) {
    if (facts.isUntouched?.(value)) found.push({ code: 'text-untouched', path, detail: htmlToText(value) })
    if (field.type === 'link') found.push(...checkTarget(value, path, facts))
    if (field.type === 'html')
      found.push(
        ...checkHtml(value, path, { facts, targets, isBody: !/\.\w/.test(path.slice(prefixOf(language).length)) }),
      )
  }
  return [...found, ...checkAlternatives(record, language, facts)]
}

type HtmlContext = { facts: CheckFacts; targets: Map<string, string>; isBody: boolean }

/** Headings, links, pictures and tables of one text. */
function checkHtml(html: string, path: string, { facts, targets, isBody }: HtmlContext): Found[] {
  const found: Found[] = []
  // The page's title is the first level.
  let level = isBody ? 1 : 0
  for (const node of elementsOf(html)) {
    const heading = /^h([1-6])$/.exec(node.tagName)
    if (heading) {
      const text = spokenText(node)
      const own = Number(heading[1])
      if (text === '') found.push({ code: 'heading-empty', path, detail: `h${own}` })
      else if (level > 0 && own > level + 1) found.push({ code: 'heading-skipped', path, detail: text })
      level = own
    }
    if (node.tagName === 'img') found.push(...checkPicture(node, path, facts))
    if (node.tagName === 'table' && !elementsIn(node.childNodes).some(({ tagName }) => tagName === 'th'))
      found.push({ code: 'table-header', path, detail: spokenText(node) })
    const href = hrefOf(node)
    if (href !== undefined) found.push(...checkLink(node, href, path, { facts, targets }))
  }
  return found
}

/** A picture with an empty `alt` is decorative, unless it is all that a link contains. */
function checkPicture(node: ParsedElement, path: string, { described }: CheckFacts): Found[] {
  const src = attribute(node, 'src')
  const alt = node.attrs.find(({ name }) => name === 'alt')?.value.trim()
  return alt || described?.has(src) ? [] : [{ code: 'alt-missing', path, detail: src }]
}

function checkLink(
  node: ParsedElement,
  href: string,
  path: string,
  { facts, targets }: Pick<HtmlContext, 'facts' | 'targets'>,
): Found[] {
  const text = spokenText(node)
  const found = checkTarget(href, path, facts)
  if (saysNothing(text)) return [...found, { code: 'link-text', path, detail: text || href }]
  const known = targets.get(text.toLowerCase())
  if (known === undefined) targets.set(text.toLowerCase(), href)
  else if (known !== href) found.push({ code: 'link-same-text', path, detail: text })
  return found
}

function checkTarget(target: string, path: string, { links }: CheckFacts): Found[] {
  const state = links?.get(target.trim())
  return state === undefined ? [] : [{ code: `link-${state}`, path, detail: target.trim() }]
}

/** Words that say nothing of where a link leads, in all languages of the site: texts may be in another one. */
const empty =
  /^(?:(?:click |press |tap )?here|(?:haga|haz|pulse|pinche) (?:clic )?aquí|aquí|read more|more|learn more|leer más|más(?: información)?|link|this link|enlace|este enlace|this|page|esta página|continue|seguir)[\s.:!…→»>]*$/i
const bareAddress = /^(?:https?:\/\/|www\.)\S+$/i

const saysNothing = (text: string) => text === '' || empty.test(text) || bareAddress.test(text)

/** Pictures with a field of their own for their alternative text, such as those of blocks. */
function checkAlternatives(record: CheckInput, language: Language, { described }: CheckFacts): Found[] {
  const found: Found[] = []
  const own = valuesIn(record, language)
  const visit = (fields: RowFields, original: Json, texts: Json, path: string) => {
    const source = Object.entries(fields).find(([, { type }]) => type === 'picture')?.[0]
    if (source !== undefined && fields.alt !== undefined) {
      const src = textAt(original, source)
      const alt = textAt(texts, 'alt').trim()
      if (src !== '' && alt === '' && !described?.has(src))
        found.push({ code: 'alt-missing', path: `${path}alt`, detail: src })
    }
    for (const [name, field] of Object.entries(fields)) visitField(field, original[name], texts[name], path + name)
  }
  const visitField = (field: RowField, original: unknown, texts: unknown, path: string) => {
    if (field.type === 'group' && isRecord(original))
      visit(field.fields, original, isRecord(texts) ? texts : {}, `${path}.`)
    if (field.type === 'list')
      for (const [at, row] of blocksIn(original).entries())
        visit(field.entry, row, blocksIn(texts)[at] ?? {}, `${path}.${at}.`)
  }
  for (const [name, field] of Object.entries(record.kind.fields as Fields)) {
    const original = record.values[name]
    if (field.type === 'list') visitField(field, original, own[name], prefixOf(language) + name)
    if (field.type !== 'blocks') continue
    for (const block of blocksIn(original)) {
      if (block.hidden === true) continue
      const texts = language === defaultLanguage ? block : isRecord(own[name]) ? own[name][String(block.id)] : undefined
      const path = `${prefixOf(language)}${name}.${String(block.id)}.`
      visit(fieldsOfBlock(field, block), block, isRecord(texts) ? texts : {}, path)
    }
  }
  return found
}

/** Title, description and picture as search engines and social networks show them. */
function checkSummary(record: CheckInput, language: Language, { sizes }: CheckFacts): Found[] {
  const values = valuesIn(record, language)
  const metadata = metadataOf(record, language)
  const prefix = prefixOf(language)
  const found: Found[] = []
  const title = textAt(metadata, 'title') || textAt(values, 'title')
  if (lengthOf(title) > longestTitle)
    found.push({
      code: 'title-long',
      path: `${prefix}${textAt(metadata, 'title') ? 'metadata.title' : 'title'}`,
      detail: String(lengthOf(title)),
    })
  const summary = summaryOf(record.kind)
  const own = textAt(metadata, 'description')
  const description = own || (summary === undefined ? '' : textAt(values, summary))
  const path = `${prefix}${own || summary === undefined ? 'metadata.description' : summary}`
  if (description.trim() === '')
    found.push({ code: 'description-missing', path: `${prefix}metadata.description`, detail: '' })
  else if (lengthOf(description) > longestDescription)
    found.push({ code: 'description-long', path, detail: String(lengthOf(description)) })
  const picture = namesOfPictures(record).map((name) => ({ name, url: textAt(record.values, name) }))
  const social = textAt(metadata, 'ogImage')
  const [card] = [
    ...(social ? [{ name: `${prefix}metadata.ogImage`, url: social }] : []),
    ...(language === defaultLanguage ? picture : []),
  ].filter(({ url }) => url !== '')
  const size = card && sizes?.get(card.url)
  if (card && size && (size.width < cardSize.width || size.height < cardSize.height))
    found.push({ code: 'picture-small', path: card.name, detail: `${size.width} × ${size.height}` })
  return found
}

/** The field that serves as the description while none is typed: an excerpt, or the subtitle of a page of the site. */
function summaryOf({ name, fields }: DescribedKind): string | undefined {
  const isSummary = ([field, declared]: [string, Fields[string]]) =>
    name === 'page' ? /subtitle$/i.test(field) : 'proposed' in declared && declared.proposed === 'firstSentences'
  return Object.entries(fields).find(isSummary)?.[0]
}

const namesOfPictures = ({ kind }: CheckInput) =>
  Object.entries(kind.fields).flatMap(([name, { type }]) => (type === 'picture' ? [name] : []))

const lengthOf = (text: string) => [...text.trim()].length

/** What a translation lacks; only of languages that are not the first. */
function checkTranslation(record: CheckInput, language: Language, { translation }: CheckFacts): Found[] {
  if (language === defaultLanguage) return []
  const prefix = prefixOf(language)
  if (!hasTexts(record, language)) {
    const [first = 'title'] = Object.keys(record.kind.fields)
    return [
      { code: 'translation-missing', path: `${prefix}${record.kind.fields.title ? 'title' : first}`, detail: language },
    ]
  }
  const report = translation?.[language as keyof Translation]
  const stale = Object.entries(report?.fields ?? {}).flatMap(([field, state]): Found[] =>
    state === 'complete' ? [] : [{ code: `translation-${state}`, path: prefix + field, detail: language }],
  )
  const own = new Map(textsOf(record, defaultLanguage).map(({ path, value }) => [path, value.trim()]))
  const copied = textsOf(record, language).flatMap(({ path, value, field }): Found[] => {
    const text = value.trim()
    const isCopy = ['text', 'lines', 'html'].includes(field.type) && own.get(path.slice(prefix.length)) === text
    return isCopy && text.split(/\s+/).length >= fewestCopiedWords
      ? [{ code: 'translation-proposed', path, detail: text }]
      : []
  })
  return [...stale, ...copied]
}

const draftSlug =
  /^(?:draft|untitled|unnamed|test|copy|new-(?:post|page|project)|borrador|sin-titulo|copia|prueba)(?:-|$)|-(?:copy|copia)(?:-\d+)?$/

function checkRecord({ values, slug, status }: CheckInput, { now }: CheckFacts): Found[] {
  const found: Found[] = []
  const name = textAt(values, 'slug') || slug || ''
  if (draftSlug.test(name)) found.push({ code: 'slug-draft', path: 'slug', detail: name })
  const { publishedAt } = values
  const isNew = status === undefined || status === 'draft'
  if (isNew && typeof publishedAt === 'string' && Date.parse(publishedAt) < now.getTime() - day)
    found.push({ code: 'date-past', path: 'publishedAt', detail: publishedAt })
  return found
}

function elementsOf(html: string): ParsedElement[] {
  try {
    return elementsIn(parse(html))
  } catch (error) {
    // It is refused when it is saved.
    if (error instanceof TangledMarkup) return []
    throw error
  }
}

const elementsIn = (nodes: readonly ParsedNode[]): ParsedElement[] =>
  nodes.flatMap((node) => (isHtmlElement(node) ? [node, ...elementsIn(node.childNodes)] : []))

const attribute = (node: ParsedElement, name: string): string =>
  node.attrs.find((one) => one.name === name)?.value ?? ''

const hrefOf = (node: ParsedElement): string | undefined =>
  node.tagName === 'a' && node.attrs.some(({ name }) => name === 'href') ? attribute(node, 'href') : undefined

const separate = new Set(['br', 'li', 'p', 'td', 'th', 'tr', 'caption'])

/** As a screen reader says it: alternative texts included. */
function spokenText(node: ParsedElement): string {
  const say = (nodes: readonly ParsedNode[]): string =>
    nodes
      .map((one) => {
        if (isText(one)) return one.value
        if (!isHtmlElement(one)) return ''
        if (one.tagName === 'img') return attribute(one, 'alt')
        return separate.has(one.tagName) ? ` ${say(one.childNodes)} ` : say(one.childNodes)
      })
      .join('')
  return say(node.childNodes).replace(/\s+/g, ' ').trim()
}
