import { keepPreviousData, useQuery, useMutation } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { DesktopIcon, type IconComponent, PhoneIcon, TabletIcon, LinkIcon } from '#ui/controls/buttons/icons'
import { useIsPhone } from '#ui/controls/use-media'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Spinner } from '#ui/controls/states/spinner'
import { Segments } from '#editing/segments'
import { useDebounced } from '#editing/use-debounced'
import { send, withPlainError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { plainFailure, useFailureToast } from '#records/editor/saving/failure'
import { type FieldLocation, useFieldLocation } from '#records/editor/fields/field-location'
import { ShownLanguages } from '#records/editor/languages/shown-languages'
import { useToast } from '#ui/toasts/toast'
import { PreviewStage } from './preview-stage'
import { makeInteractive, scrollToElement, outline, patchDocument, showScrollbar } from './preview-document'
import { useLanguageNames } from '#i18n/use-language-names'

/** Widths of screens in pixels. */
const widths = { phone: 375, tablet: 768, desktop: 1280 }
type Screen = keyof typeof widths

type PreviewFrameProps = {
  html: string | undefined
  screen: Screen
  title: string
  isBusy: boolean
  /** The selector of the element to scroll into view. */
  scrollTarget?: string
  describe: (path: string) => string
  onPlace: (place: FieldLocation) => void
  children: ReactNode
}

/**
 * A sandboxed document as wide as a screen, so that it has the same layout, scaled down to the available room. It runs
 * no scripts; its clicks are handled here.
 */
function PreviewFrame({ html, screen, title, isBusy, scrollTarget, describe, onPlace, children }: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLIFrameElement>(null)
  const place = useFieldLocation()
  const room = useWidth(frame)
  const scale = room === 0 ? 1 : Math.min(1, room / widths[screen])
  /** The first document of the frame; later ones are patched into it, to avoid flicker. */
  const [first, setFirst] = useState(html)
  if (first === undefined && html !== undefined) setFirst(html)
  const [arrived, setArrived] = useState<Document>()

  const go = useEffectEvent(onPlace)
  useEffect(() => {
    if (arrived) makeInteractive(arrived, (to) => go(to))
  }, [arrived])

  const follow = useEffectEvent((document: Document, next: string, on: Screen) => {
    patchDocument(document, next, describe)
    // Phones and tablets have overlay scrollbars.
    showScrollbar(document, on === 'desktop')
    outline(document, place.current)
  })
  useEffect(() => {
    if (arrived && html !== undefined) follow(arrived, html, screen)
  }, [arrived, html, screen])

  // Beside the fields the preview follows the cursor, once its location is known.
  useEffect(() => {
    if (!arrived) return undefined
    let last = place.current
    let asked = 0
    const onFocus = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => {
        const { path, block } = place.current ?? {}
        if (path !== last?.path || block !== last?.block) outline(arrived, place.current)
        last = place.current
      })
    }
    document.addEventListener('focusin', onFocus)
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('focusin', onFocus)
    }
  }, [arrived, place])

  useEffect(() => {
    if (arrived && scrollTarget !== undefined) scrollToElement(arrived, scrollTarget)
  }, [arrived, scrollTarget])

  return (
    <div className="edit-preview-frame" data-screen={screen} ref={frame} aria-busy={isBusy}>
      {arrived && <PreviewStage frame={frame} shown={arrived} scale={scale} />}
      {first !== undefined && (
        <iframe
          ref={shown}
          sandbox="allow-same-origin"
          srcDoc={first}
          title={title}
          onLoad={() => setArrived(shown.current?.contentDocument ?? undefined)}
          style={{ width: widths[screen], height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      )}
      {children}
    </div>
  )
}

/** The inner width of an element, 0 while it is unknown. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measured = element.current
    if (!measured || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}

type PreviewProps = {
  previewed: Previewed
  /** The body as it would be saved now. */
  values: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** The selector of the element to scroll into view. */
  scrollTarget?: string
  /** It is beside the fields, where a narrower screen is easier to read. */
  isBeside?: boolean
  /** For marked fields: their labels, and the handler of a click on the text or picture of one. */
  places?: { labelOf: (path: string) => string; onPlace: (place: FieldLocation) => void }
}

const debounceDelay = 300
const screens: [Screen, IconComponent][] = [
  ['phone', PhoneIcon],
  ['tablet', TabletIcon],
  ['desktop', DesktopIcon],
]
/** The choice applies to all previews until the admin is left. */
const screenAtom = atom<Screen>()

/** The page as visitors will see it; a click on a text or picture focuses its field. */
export function Preview(props: PreviewProps) {
  const { scrollTarget, places, isBeside } = props
  const t = useText()
  const [chosen, setScreen] = useAtom(screenAtom)
  const isNarrow = useIsPhone()
  const screen = chosen ?? (isNarrow ? 'phone' : isBeside ? 'tablet' : 'desktop')
  const { data, error, isFetching, refetch } = useRenderedPreview(props)
  return (
    <div className="edit-preview">
      <PreviewBar {...props} screen={screen} onScreen={setScreen} />
      {error && !isFetching ? (
        <Alert
          variant="danger"
          title={t('editing.preview.failed')}
          action={
            <Button
              onPress={() => {
                void refetch()
                rescueFocus()
              }}
            >
              {t('editing.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : (
        <PreviewFrame
          html={data?.html}
          screen={screen}
          title={t('editing.preview.frame')}
          isBusy={isFetching}
          scrollTarget={scrollTarget}
          describe={(path) => t('editing.preview.leadsTo', { field: places?.labelOf(path) ?? path })}
          onPlace={(place) => places?.onPlace(place)}
        >
          {!data && (
            <div className="edit-preview-wait">
              <Spinner label={t('editing.preview.loading')} />
            </div>
          )}
        </PreviewFrame>
      )}
    </div>
  )
}

/** The page as rendered by the server from the debounced input. */
export function useRenderedPreview({
  previewed,
  values,
  language,
}: Pick<PreviewProps, 'previewed' | 'values' | 'language'>) {
  const t = useText()
  const withSession = useWithSession()
  const debounced = useDebounced(values, debounceDelay)
  return useQuery({
    queryKey: ['preview', previewed, language, debounced],
    queryFn: () =>
      withPlainError(
        withSession(() =>
          send<{ html: string }>('POST', '/api/preview', { body: { ...previewed, language, draft: debounced } }),
        ),
        (cause) => plainFailure(cause, t('editing.preview.failed'), t),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

type PreviewBarProps = PreviewProps & { screen: Screen; onScreen: (screen: Screen) => void }

/** Selects the width and the language of the preview. */
function PreviewBar({ previewed, values, language, onLanguage, places, screen, onScreen }: PreviewBarProps) {
  const t = useText()
  return (
    <div className="edit-preview-bar">
      <Segments
        label={t('editing.preview.width')}
        selected={screen}
        onSelect={onScreen}
        options={screens.map(([id, Icon]) => ({
          id,
          label: (
            <>
              <Icon />
              <span>{t(`editing.preview.${id}`)}</span>
            </>
          ),
        }))}
      />
      <ShownLanguages shown={language} choices={languages} onChoose={onLanguage} />
      {places && (
        <>
          <p className="edit-note">{t('editing.preview.hint')}</p>
          <CopyPreviewLink previewed={previewed} values={values} language={language} />
        </>
      )}
    </div>
  )
}

/** The subject of a preview link, as the API takes it: `id` is absent for a new record. */
export type Previewed = { kind: string; id?: number | string }

type CopyPreviewLinkProps = { previewed: Previewed; values: unknown; language: Language }

/** Copies a link under which people without an account can see the page as currently typed. */
function CopyPreviewLink({ previewed, values, language }: CopyPreviewLinkProps) {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const withSession = useWithSession()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { url } = await withSession(() =>
        send<{ url: string }>('POST', '/api/previews', { body: { ...previewed, values, language } }),
      )
      // If the browser refuses, the link is shown to be copied by hand.
      const isCopied = await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      )
      return { url, isCopied }
    },
    onSuccess: ({ url, isCopied }) =>
      toast({
        title: t(isCopied ? 'editing.preview.copied' : 'editing.preview.linkMade'),
        description: isCopied ? t('editing.preview.copiedText') : url,
      }),
    onError: (error) => showFailure(error, t('editing.preview.linkFailed'), t('editing.preview.linkFailed')),
  })
  return (
    <Button variant="quiet" onPress={() => mutate()} isPending={isPending}>
      <LinkIcon />
      <span>{t('editing.preview.copyLink')}</span>
    </Button>
  )
}

type ListingPreviewProps = { previewed: Previewed; values: unknown; languages: readonly Language[] }

/** The page as a search engine lists it, and as a card where it is shared, in every shown language. */
export function ListingPreview({ previewed, values, languages: shownLanguages }: ListingPreviewProps) {
  return (
    <div className="edit-page">
      <div className="edit-form edit-listings" data-columns={shownLanguages.length}>
        {shownLanguages.map((language) => (
          <Listing key={language} {...{ previewed, values, language }} isNamed={shownLanguages.length > 1} />
        ))}
      </div>
    </div>
  )
}

type ListingProps = Omit<ListingPreviewProps, 'languages'> & { language: Language; isNamed: boolean }

function Listing({ previewed, values, language, isNamed }: ListingProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const { data } = useRenderedPreview({ previewed, values, language })
  const facts = data && factsOf(data.html)
  if (!facts) return null
  const nameIn = (text: string) => (isNamed ? `${text} · ${nameOf(language)}` : text)
  return (
    <div className="edit-listing" lang={language}>
      <figure>
        <figcaption>{nameIn(t('editing.seo.result'))}</figcaption>
        <div className="edit-result">
          <p>{facts.address}</p>
          <p className="edit-result-title">{facts.title}</p>
          <p>{facts.description}</p>
        </div>
      </figure>
      <figure>
        <figcaption>{nameIn(t('editing.seo.card'))}</figcaption>
        <div className="edit-card">
          <CardPicture key={facts.picture} address={facts.picture} />
          <p>{facts.host}</p>
          <p className="edit-card-title">{facts.cardTitle}</p>
          <p>{facts.cardDescription}</p>
        </div>
      </figure>
    </div>
  )
}

/** A picture that is drawn from a text exists once the text is stored. */
function CardPicture({ address }: { address: string }) {
  const t = useText()
  const [isMissing, setIsMissing] = useState(false)
  return isMissing ? (
    <p className="edit-card-blank">{t('editing.seo.drawnLater')}</p>
  ) : (
    <img src={address} alt="" onError={() => setIsMissing(true)} />
  )
}

/** What the head of a page says to search engines and social networks. */
function factsOf(html: string) {
  const { head } = new DOMParser().parseFromString(html, 'text/html')
  const read = (selector: string, name = 'content') => head.querySelector(selector)?.getAttribute(name) ?? ''
  const canonical = read('link[rel=canonical]', 'href')
  const url = URL.parse(canonical)
  const picture = URL.parse(read('meta[property="og:image"]'))
  const isOwn = picture?.origin === url?.origin
  return {
    title: head.querySelector('title')?.textContent ?? '',
    description: read('meta[name=description]'),
    address: url ? [url.host, ...decodeURI(url.pathname).split('/').filter(Boolean)].join(' › ') : canonical,
    host: url?.host ?? '',
    cardTitle: read('meta[property="og:title"]'),
    cardDescription: read('meta[property="og:description"]'),
    // The site may be open here under another address than its public one.
    picture: picture && isOwn ? picture.pathname + picture.search : (picture?.href ?? ''),
  }
}
